/** What is remembered of the files of an entry of `convert_docs`. */
import type { FileSystem } from "../../host/file_system.ts";
import { leadsBelow } from "../../text/paths.ts";
import { isOmittedCounts, type OmittedCounts } from "../../document/omitted.ts";
import type { RagConfig } from "../config/rag_config.ts";
import { readJournal } from "../journal.ts";
import { freeName, safeName } from "../text/text_folder.ts";

/** What is remembered of a file. */
export interface ConvertedFile {
  readonly sha256: string;
  readonly settings: string;
  readonly name: string;
  readonly confidence?: number | undefined;
  /** What the text leaves out. */
  readonly omitted?: OmittedCounts | undefined;
  /** Nothing is known about the picture, so it has no text. */
  readonly isEmpty?: true;
}

/** By the path of the file. */
type ConvertJournal = Readonly<Record<string, ConvertedFile>>;

/** What was converted. What a stranger may have written into the journal is not taken for it. */
export function convertJournal(fs: FileSystem, config: RagConfig, id: string): ConvertJournal {
  const found = readJournal<unknown>(fs, config, "convert", id);
  if (typeof found !== "object" || found === null || Array.isArray(found)) return {};
  return Object.fromEntries(
    Object.entries(found as Readonly<Record<string, unknown>>).filter((entry): entry is [string, ConvertedFile] => {
      const { sha256, settings, name, confidence = 0, omitted = {} } = (entry[1] ?? {}) as Readonly<
        Record<string, unknown>
      >;
      return [sha256, settings, name].every((text) => typeof text === "string") && typeof confidence === "number" &&
        isOmittedCounts(omitted) &&
        leadsBelow(name as string);
    }),
  );
}

/** The names of the texts. A file keeps the one that it had, if that is one that it may have. */
export function namesOf(paths: readonly string[], before: ConvertJournal): readonly string[] {
  const taken = new Set<string>();
  const earlier = new Map(paths.flatMap((path) => {
    const name = before[path]?.name;
    const wanted = safeName(path);
    const isVariant = name === wanted ||
      (name?.startsWith(`${wanted}-`) === true && /^-\d+$/.test(name.slice(wanted.length)));
    if (name === undefined || !isVariant || taken.has(name.toLowerCase())) return [];
    return [[path, freeName(name, taken)] as const];
  }));
  return paths.map((path) => earlier.get(path) ?? freeName(safeName(path), taken));
}
