/** Tells which lines of AsciiDoc stand under a condition that holds only in builds which ra does not know. */
import type { FileSystem } from "../host/file_system.ts";
import { orAbsent } from "../host/or_absent.ts";
import { fileName, joinPath } from "../text/paths.ts";
import type { DriftDocument } from "./document.ts";
import type { Repository } from "./repository.ts";

const CONDITION = /^(ifdef|ifndef|ifeval|endif)::(\S*?)\[(.+)?\][ \t]*$/;
/** Attributes that the place sets in which a document is shown. */
const OF_PLACE =
  /^(?:asciidoctor|safe-mode|site-gen|(?:base)?backend|doctype|filetype|outfilesuffix|env|browser|vscode)(?:-|$)/;
const SETTINGS =
  /^(?:antora\.ya?ml|.*playbook.*\.ya?ml|.*(?:attribut|variable|setting|common|header).*\.a(?:doc|sciidoc|sc)|\.asciidoctorconfig.*|pom\.xml|.*\.gradle(?:\.kts)?|(?:GNU)?[Mm]akefile|Rakefile|.*\.sh)$/;
const MAX_FILES = 300;
const MAX_BYTES = 500_000;

/** For a document, whether a line is shown only where a build sets an attribute that nothing here sets. */
export function unknownConditions(
  fs: FileSystem,
  { top, files }: Repository,
  documents: readonly DriftDocument[],
): (document: DriftDocument) => (line: number) => boolean {
  let settings: readonly string[] | undefined;
  const known = new Map<string, boolean>();
  const isSet = (name: string, { text }: DriftDocument): boolean => {
    const before = known.get(name) ?? false;
    if (before || OF_PLACE.test(name) || setsIn(text, name)) return true;
    if (known.has(name)) return false;
    settings ??= files.filter((file) => SETTINGS.test(fileName(file))).slice(0, MAX_FILES).map((file) => {
      const bytes = orAbsent(() => fs.readFile(joinPath(top, file), { most: MAX_BYTES, noLink: true }));
      return bytes === undefined ? "" : new TextDecoder().decode(bytes);
    });
    const found = settings.some((one) => setsIn(one, name)) ||
      documents.some((one) => one.format === "asciidoc" && setsIn(one.text, name));
    known.set(name, found);
    return found;
  };
  return (document) => {
    if (document.format !== "asciidoc" || !document.text.includes("def::")) return () => false;
    let lines: ReadonlySet<number> | undefined;
    return (line) => (lines ??= linesUnder(document, (name) => isSet(name, document))).has(line);
  };
}

/** `:name: value`, `name: value` of YAML, `-a name`, `'name': value`, `<name>` among the attributes of Maven. */
function setsIn(text: string, name: string): boolean {
  if (!text.includes(name)) return false;
  const escaped = name.replace(/[^\w]/g, "\\$&");
  return new RegExp(
    `^:${escaped}:|^[ \\t]*["']?${escaped}@?["']?[ \\t]*:|(?:-a|--attribute)[ =]*["']?${escaped}\\b|["']${escaped}["'][ \\t]*[:=]`,
    "m",
  ).test(text) || new RegExp(`<attributes>(?:(?!</attributes>)[^]){0,5000}<${escaped}\\b`).test(text);
}

/** The lines that are not shown, as far as is known. What `ifeval` compares is not. */
function linesUnder({ text }: DriftDocument, isSet: (name: string) => boolean): ReadonlySet<number> {
  const hidden = new Set<number>();
  const open: boolean[] = [];
  for (const [at, line] of text.split("\n").entries()) {
    const [, directive, names = "", content] = line.includes("::") ? CONDITION.exec(line) ?? [] : [];
    if (directive === "endif") open.pop();
    else if (directive !== undefined) {
      const isHidden = directive !== "ifeval" && isHiddenBy(directive, names, isSet);
      if (directive === "ifeval" || content === undefined) open.push(isHidden);
      else if (isHidden) hidden.add(at + 1);
    }
    if (open.includes(true)) hidden.add(at + 1);
  }
  return hidden;
}

/** `a,b` asks for any of two attributes, and `a+b` for both. */
function isHiddenBy(directive: string, names: string, isSet: (name: string) => boolean): boolean {
  const isAll = names.includes("+");
  const each = names.split(isAll ? "+" : ",").map(isSet);
  const holds = isAll ? each.every(Boolean) : each.some(Boolean);
  return directive === "ifdef" ? !holds : holds;
}
