/** Reads the keywords of Org, such as `#+title: Name`. */
import type { MarkupBuilder, TextRange } from "../markup.ts";
import type { OrgObjects } from "./objects.ts";
import { KEYWORD } from "./settings.ts";

/** What tells programs how to read or write the file, and readers nothing of it. */
const SETTING =
  /^(?:startup|options|property|todo|seq_todo|typ_todo|link|macro|setupfile|results?|name|headers?|attr_.*|tblfm|call|toc|html.*|latex.*|ascii|odt.*|texinfo.*|beamer.*|md|bind|columns|archive|constants|priorities|tags|select_tags|exclude_tags|plot|begin.*|end.*|index|cindex|kindex|findex|vindex|export.*|bibliography|cite_export|print_bibliography|tblname|srcname|source|data|infojs_opt|reveal.*|roam.*|hugo.*)$/;
const INCLUDE = /^(?:"([^"\n]+)"|(\S+))(?:[ \t]+(src|example|export)\b)?/;

export function noteKeyword(found: MarkupBuilder, objects: OrgObjects, line: TextRange, depth: number): void {
  const { text } = found;
  const written = text.slice(line.start, line.end);
  const [, key = "", rest = ""] = KEYWORD.exec(written) ?? [];
  const [name, value] = [key.toLowerCase(), rest.trim()];
  if (name === "caption" && value !== "") {
    const start = line.end - rest.length;
    found.hide(line.start, start);
    objects.read(start, line.end);
    found.block({ kind: "paragraph", depth, start, end: line.end });
    return;
  }
  found.hide(line.start, line.end);
  if (value === "" || SETTING.test(name)) return;
  if (name === "include") noteInclude(found, line, value);
  else if (name === "title") found.state({ title: found.titled === null ? value : `${found.titled} ${value}` });
  else if (name === "language") found.state({ lang: value.toLowerCase() });
  else if (name !== "filetags") found.property(name, value);
  else for (const tag of value.split(/[:\s]+/)) if (tag !== "") found.tag(tag);
}

function noteInclude(found: MarkupBuilder, { start, end }: TextRange, value: string): void {
  const [, quoted, bare, kind] = INCLUDE.exec(value) ?? [];
  const path = (quoted ?? bare ?? "").replace(/::.*$/, "");
  if (path === "" || kind === "export") return;
  const [, first, last] = /:lines[ \t]+"(\d*)-(\d*)"/.exec(value) ?? [];
  // The last line is not taken in.
  const lines = first === undefined
    ? null
    : { lines: [{ first: Number(first) || 1, last: last === "" ? null : Number(last) - 1 }] };
  const include = { path, part: lines, from: "file", isGuess: false } as const;
  found.include({ start, end, include, isPlain: kind !== undefined || !/\.org$/i.test(path) });
}
