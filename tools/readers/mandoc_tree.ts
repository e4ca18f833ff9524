/** Reads what `mandoc -T tree` prints. */
import { spawnSync } from "node:child_process";

export interface Place {
  readonly line: number;
  readonly level: number;
}

export function runMandoc(output: string, file: string): string {
  const { stdout } = spawnSync("mandoc", ["-T", output, "-I", "os=ra", file], { encoding: "utf8", maxBuffer: 1 << 28 });
  return stdout;
}

/** A line of the tree names a node, where it stands, and its macro. */
export function sectionsIn(tree: string): readonly Place[] {
  return [...tree.matchAll(/^ *(SH|SS|Sh|Ss) \(block\) \*?(\d+):/gm)].map(([, name, line]) => ({
    line: Number(line),
    level: name!.toLowerCase() === "sh" ? 2 : 3,
  }));
}

const FONTS = String.raw`(?:\\f.)*`;
/** How the tags of options begin, and those that name a constant or a variable. */
export const OPTION = new RegExp(String.raw`^${FONTS}(?:\\-|-)${FONTS}(?:\\-|-)?${FONTS}[^\s\d\\-]`);
export const NAME = new RegExp(String.raw`^${FONTS}[A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9]\b`);

/** Tags of one form. One without text of its own belongs to the tag after it. */
export function tagsIn(tree: string, form: RegExp): readonly Place[] {
  const found: Place[] = [];
  const lines = tree.split("\n");
  let chain: number | undefined;
  for (let at = 0; at < lines.length; at++) {
    const [, indent = "", name, line] = /^( *)(TP|TQ|IP|It) \(block\) \*?(\d+):/.exec(lines[at]!) ?? [];
    if (line === undefined) continue;
    const isIn = (one: string | undefined): boolean => one !== undefined && one.startsWith(`${indent}  `);
    let head = "";
    let to = at + 1;
    for (; isIn(lines[to]) && !lines[to]!.startsWith(`${indent}  ${name} (body)`); to++) {
      const [, text = "", place] = /^ *(.*) \(text\) \*?(\d+):/.exec(lines[to]!) ?? [];
      if (/^ *Fl \(elem\)/.test(lines[to]!) && head === "") head = "-x";
      else if (place !== undefined && head === "" && (name !== "TP" || place !== line)) head = text.trim();
    }
    const hasText = isIn(lines[to + 1]) && lines[to + 1]!.startsWith(`${indent}    `);
    const isOne = form.test(head);
    if (isOne && hasText) found.push({ line: chain ?? Number(line), level: 0 });
    chain = isOne && !hasText ? chain ?? Number(line) : undefined;
  }
  return found;
}
