/** What a file of Org says of itself before its text is read: keywords, and the blocks that have an end. */
import type { SourceLine } from "../lines.ts";

export interface OrgSettings {
  /** Of headings, such as `TODO`. */
  readonly states: ReadonlySet<string>;
  /** Addresses that short names of links stand for. */
  readonly addresses: ReadonlyMap<string, string>;
  /** The ids that headings of the file have. */
  readonly ids: ReadonlySet<string>;
  /** By the line that begins a block or a drawer: the line that ends it. */
  readonly ends: ReadonlyMap<number, number>;
}

export const KEYWORD = /^[ \t]*#\+([^\s:[\]]+)(?:\[.*?\])?:[ \t]*(.*)$/;
const OPENING = /^[ \t]*(?:#\+begin_(\S+)|(#\+begin:)|:([-\w]+):[ \t]*$|\\begin\{([^{}\n]+)\})/i;
const CLOSING = /^[ \t]*(?:#\+end_(\S+)[ \t]*$|(#\+end:?)[ \t]*$|(:end:)[ \t]*$)|\\end\{([^{}\n]+)\}[ \t]*$/i;
const HEADLINE = /^\*+[ \t]/;
/** Longer ones stand for nothing, as each stands in every link that names it. */
const MAX_ADDRESS = 2000;
/** What begins most lines of text, which need no look. */
const PLAIN = /^[ \t]*[a-zA-Z0-9]/;

export function readSettings(text: string, lines: readonly SourceLine[]): OrgSettings {
  const states = new Set(["TODO", "DONE"]);
  const addresses = new Map<string, string>();
  const ids = new Set<string>();
  const ends = new Map<number, number>();
  const next = new Map<string, number>();
  let hasStates = false;
  for (let at = lines.length - 1; at >= 0; at--) {
    const line = text.slice(lines[at]!.start, lines[at]!.end);
    if (HEADLINE.test(line)) {
      if (next.size > 0) next.clear();
      continue;
    }
    const closing = line.includes("end") || line.includes("END") || line.includes("End") ? CLOSING.exec(line) : null;
    if (closing !== null) next.set(nameOf(closing), at);
    if (PLAIN.test(line)) continue;
    const opening = OPENING.exec(line);
    // A block of LaTeX may end in the line where it begins.
    const end = opening === null ? undefined : next.get(opening[3] === undefined ? nameOf(opening) : "::end:");
    if (end !== undefined) ends.set(at, end);
    const [, keyword = "", value = ""] = KEYWORD.exec(line) ?? [];
    if (keyword !== "") read(keyword.toLowerCase(), value);
    const id = /^[ \t]*:(?:ID|CUSTOM_ID):[ \t]+(\S+)/i.exec(line)?.[1];
    if (id !== undefined) ids.add(id);
  }
  return { states, addresses, ids, ends };

  function read(keyword: string, value: string): void {
    if (/^(?:todo|seq_todo|typ_todo)$/.test(keyword)) {
      if (!hasStates) states.clear();
      hasStates = true;
      for (const word of value.split(/\s+/)) if (word !== "" && word !== "|") states.add(word.replace(/\(.*$/, ""));
    }
    const [, name, address] = keyword === "link" ? /^(\S+)[ \t]+(\S+)/.exec(value) ?? [] : [];
    if (name === undefined || address === undefined || address.length > MAX_ADDRESS) return;
    addresses.set(name, address);
  }
}

function nameOf([, block, dynamic, drawer, latex]: RegExpExecArray): string {
  if (block !== undefined) return block.toLowerCase();
  if (dynamic !== undefined) return ":";
  return drawer !== undefined ? ":" + drawer.toLowerCase() : `\\${latex}`;
}
