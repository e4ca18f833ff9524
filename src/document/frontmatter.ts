/** Reads the frontmatter at the top of Markdown: YAML, TOML or JSON. */
import type { DocumentWarning } from "./document.ts";
import { asidesOf } from "./frontmatter_asides.ts";
import { findBlock, type FrontmatterBlock } from "./frontmatter_block.ts";
import { judgeBlock } from "./frontmatter_rule.ts";
import { salvage, type Salvaged } from "./frontmatter_salvage.ts";
import { type Frontmatter, NOTHING, propertiesOf, readPlainFrontmatter } from "./plain_frontmatter.ts";
import { readTomlMapping } from "./toml_mapping.ts";
import { parseMapping } from "./yaml_mapping.ts";

export type { Frontmatter };

const UNCLOSED = "frontmatter without a closing line within 2,000 lines and 256 kB is read as text";
const TEXT = "the block at the top is not a mapping and is read as text";
const BOTH =
  "the block at the top holds text beside `key: value` lines, and is read as both: end it after the last key, " +
  "or begin the document with another rule than ---";

/** Reads the frontmatter that begins at byte `start`. Never throws: problems are in `warnings`. */
export function readFrontmatter(bytes: Uint8Array, start: number): Frontmatter {
  const plain = readPlainFrontmatter(bytes, start);
  if (plain !== undefined) return plain;
  const block = findBlock(bytes, start);
  if (block === null) return NOTHING;
  if (block === "unclosed") return plainText("frontmatter-unclosed", UNCLOSED);
  const lines = new TextDecoder().decode(bytes.subarray(block.start, block.end)).split(/\r?\n/);
  const verdict = block.language === "yaml" ? judgeBlock(lines) : "data";
  const found = verdict === "text" ? null : readBlock(block.language, lines);
  if (found === null) return plainText("frontmatter-not-a-mapping", TEXT);
  const { mapping, problem } = found;
  if (verdict === "both") return asBoth(mapping);
  const properties = propertiesOf(mapping);
  return {
    ...properties,
    range: { start, end: block.after },
    asides: asidesOf(properties, mapping, block.language === "json" ? withoutNames(lines) : lines),
    values: mapping,
    warnings: problem === null ? [] : [invalid(problem, block.start === start ? 1 : 2)],
  };
}

/** Null where the block holds no mapping. */
function readBlock(language: FrontmatterBlock["language"], lines: readonly string[]): Salvaged | null {
  if (language === "toml") return readTomlMapping(lines);
  if (language === "json") return readJson(lines.join("\n"));
  const whole = parseMapping(lines.join("\n"));
  if ("mapping" in whole && whole.mapping !== null) return { mapping: whole.mapping, problem: null };
  return salvage(lines, parseMapping);
}

/** JSON is YAML, but for tabs between its texts. The parser of YAML keeps numbers as they are written. */
function readJson(json: string): Salvaged | null {
  const found = parseMapping(json.replaceAll("\t", " "));
  if (!("mapping" in found) || found.mapping === null) return null;
  try {
    JSON.parse(json);
  } catch {
    return null;
  }
  return { mapping: found.mapping, problem: null };
}

/** JSON without the names of its values. */
function withoutNames(lines: readonly string[]): readonly string[] {
  return lines.join("\n").replace(/"(?:[^"\\]|\\.)*"\s*:/g, " ").split("\n");
}

/** The words of the block are text. */
function asBoth(mapping: Salvaged["mapping"]): Frontmatter {
  const warnings = [{ code: "frontmatter-not-a-mapping", message: BOTH, line: 1 }] as const;
  return { ...NOTHING, ...propertiesOf(mapping), values: mapping, warnings };
}

function plainText(code: DocumentWarning["code"], message: string): Frontmatter {
  return { ...NOTHING, warnings: [{ code, message, line: 1 }] };
}

function invalid({ error, line }: NonNullable<Salvaged["problem"]>, firstLine: number): DocumentWarning {
  const message = `invalid frontmatter: ${error}; the value counts as it is written`;
  return { code: "frontmatter-syntax", message, line: line + firstLine };
}
