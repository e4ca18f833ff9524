/** Chooses between code and prose by the name of the file. */
import { fileExtension, fileName } from "../../text/paths.ts";
import { isSourceName } from "../../text/source_names.ts";
import { FORMATS } from "../formats/registry.ts";
import { chunkCode } from "./code.ts";
import { chunkProse } from "./prose.ts";
import type { ChunkingInput, Section } from "./section.ts";

const PROSE = new Set([
  ...FORMATS.flatMap(({ extensions }) => extensions),
  ..."adoc asciidoc log org pdf tex textile".split(" "),
]);
const CODE_FOLDERS = /(?:^|\/)(?:bin|cmd|include|lib|pkg|scripts|src|tools)\//;

/** Uses the code strategy for source code and configuration, and the prose strategy for everything else. */
export function chunkByName(input: ChunkingInput): readonly Section[] {
  return looksLikeCode(input.path) ? chunkCode(input) : chunkProse(input);
}

/**
 * Whether a path names code. The file name decides first, then the extension, and then a folder that usually holds
 * code.
 */
export function looksLikeCode(path: string): boolean {
  const lower = path.toLowerCase();
  return isSourceName(path) || (!PROSE.has(fileExtension(path)) &&
    !/^(?:readme|licen[cs]e|changelog|contributing|authors|notice|copying)\b/.test(fileName(lower)) &&
    CODE_FOLDERS.test(lower));
}
