/**
 * Finds what attributes of AsciiDoc stand for in the paths of includes, where something other than the document sets
 * them: the descriptor of a component or the playbook of Antora, or a file of attributes beside the pages.
 */
import { parseMapping } from "../../document/yaml_mapping.ts";

/** Files in a folder around a document that may set attributes, the surest first. */
export const ATTRIBUTE_FILES: readonly string[] = [
  "antora.yml",
  "antora.yaml",
  "_attributes.adoc",
  "attributes.adoc",
  "partials/_attributes.adoc",
  "partials/attributes.adoc",
  "antora-playbook.yml",
];
const ENTRY = /^:([\w-]{1,100}):[ \t]+(\S.{0,500}?)[ \t]*$/gm;
const NAME = /\{([\w-]{1,100})\}/g;
/** Values may name others so deep. */
const MAX_STEPS = 5;

/** The attributes that a file sets. */
export function attributesIn(file: string, text: string): ReadonlyMap<string, string> {
  if (file.endsWith(".adoc")) {
    return new Map([...text.matchAll(ENTRY)].map(([, name = "", value = ""]) => [name, value]));
  }
  const answer = parseMapping(text);
  const { asciidoc } = ("mapping" in answer ? answer.mapping : null) ?? {};
  const { attributes } = Object(asciidoc) as { attributes?: unknown };
  return new Map(
    Object.entries(Object(attributes)).flatMap(([name, value]) =>
      // A document may set what ends with `@` itself.
      typeof value === "string" ? [[name, value.replace(/@$/, "")]] : []
    ),
  );
}

/** Whether a path names attributes. */
export function namesAttributes(path: string): boolean {
  return path.search(NAME) >= 0;
}

/** A path with the values of its attributes. What nothing sets stays. */
export function withAttributes(path: string, valueOf: (name: string) => string | undefined): string {
  let written = path;
  for (let steps = 0; steps < MAX_STEPS && namesAttributes(written); steps++) {
    written = written.replace(NAME, (whole, name: string) => valueOf(name.toLowerCase()) ?? whole);
  }
  return written;
}
