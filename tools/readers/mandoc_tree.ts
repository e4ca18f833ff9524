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

/** Tags that begin with a dash. One without text of its own belongs to the tag after it. */
export function tagsIn(tree: string): readonly Place[] {
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
    const isOption = /^(?:\\f.)*(?:\\-|-)(?:\\f.)*(?:\\-|-)?(?:\\f.)*[^\s\d\\-]/.test(head);
    if (isOption && hasText) found.push({ line: chain ?? Number(line), level: 0 });
    chain = isOption && !hasText ? chain ?? Number(line) : undefined;
  }
  return found;
}
