/** Collects the signals of a source file: words of its path, of the configuration and of its text. */
import type { ContextSettings } from "../config/config.ts";
import { fileExtension, fileName } from "../text/paths.ts";
import { loadGrammar } from "./grammars.ts";
import { pathEnd, pathWords } from "./path_words.ts";
import type { MatchedRules } from "./rules.ts";
import { createSignals, type Signal } from "./signals.ts";
import { smallWords } from "./small_words.ts";
import { readSourceParts } from "./source_parts.ts";

/** The weight of a changed line in a file under review. */
const CHANGED_WEIGHT = 5;
const UNCHANGED_WEIGHT = 0.2;

/** What changed in a file. */
export interface FileChanges {
  /** Numbers of the lines that are new or different, from 1. */
  readonly lines: ReadonlySet<number>;
  /** The text of the deleted lines. */
  readonly removed: string;
}

export interface SourceFile {
  /** Relative to the project. */
  readonly path: string;
  readonly text: string;
  readonly rules: MatchedRules;
  readonly changes?: FileChanges | undefined;
}

export interface FileSignals {
  readonly signals: readonly Signal[];
  /** What only the comparison of the whole file with whole documents uses. Empty for a file under review. */
  readonly small: readonly Signal[];
  /** The grammar that read it, or null for plain text. */
  readonly language: string | null;
}

/** Reads a file's signals. Loads the grammar of its language on first use. */
export async function readFileSignals(
  { path, text, rules, changes }: SourceFile,
  settings: ContextSettings,
): Promise<FileSignals> {
  const limits = { minLength: settings.min_word_length, maxLength: settings.max_word_length };
  const grammar = await loadGrammar(fileName(path), fileExtension(path));
  const signals = createSignals();
  for (const { word, weight } of pathWords(path)) signals.addPathWord(word, weight);
  const end = pathEnd(path);
  if (end !== undefined) signals.addPathWord(end, 1);
  for (const term of rules.terms) signals.addGiven(term);
  let small: readonly Signal[] = [];
  if (changes === undefined) {
    const parts = readSourceParts(text, grammar);
    signals.addText(parts, limits);
    small = smallWords(parts, limits.minLength);
  } else {
    signals.addText(
      readSourceParts(text, grammar),
      limits,
      (line) => (changes.lines.has(line) ? CHANGED_WEIGHT : UNCHANGED_WEIGHT),
    );
    signals.addText(readSourceParts(changes.removed, grammar), limits, () => CHANGED_WEIGHT);
  }
  return { signals: signals.all(), small, language: grammar?.name ?? null };
}
