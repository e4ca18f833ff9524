/** Values in brackets that are shown. */
import { type ListedValue, readAttributeList } from "./attribute_list.ts";

/** The description of a picture. */
export function altOf(written: string, start: number): ListedValue | undefined {
  const { positional, named } = readAttributeList(written, start);
  return named.get("alt") ?? positional[0];
}

const GROUPS: Readonly<Record<string, readonly string[]>> = {
  none: [],
  normal: ["specialcharacters", "quotes", "attributes", "replacements", "macros", "post_replacements"],
  verbatim: ["specialcharacters", "callouts"],
};

const USUAL = {
  none: new Set<string>(),
  normal: new Set(GROUPS["normal"]),
  verbatim: new Set(GROUPS["verbatim"]),
};

const HINTS: Readonly<Record<string, string>> = {
  a: "attributes",
  m: "macros",
  n: "normal",
  p: "post_replacements",
  q: "quotes",
  r: "replacements",
  c: "specialcharacters",
  v: "verbatim",
};

/** The substitutions of a block: `quotes,attributes`, or `+quotes`, `-callouts` in change of the usual ones. */
export function substitutions(written: string | undefined, group: "normal" | "verbatim" | "none"): ReadonlySet<string> {
  if (written === undefined) return USUAL[group];
  const usual = GROUPS[group]!;
  const keys = written.split(",").map((key) => key.trim());
  const subs = new Set(keys.some((key) => /^[+-]|\+$/.test(key)) ? usual : []);
  for (const key of keys) {
    const name = key.replace(/^[+-]|\+$/g, "");
    const known = GROUPS[name] ?? [HINTS[name] ?? name];
    for (const each of known.flatMap((one) => GROUPS[one] ?? [one])) {
      if (key.startsWith("-")) subs.delete(each);
      else subs.add(each);
    }
  }
  return subs;
}
