/** Counts the words of a file, by whether they stand in a comment, a string, a definition or other code. */
import type { GivenTerm } from "./rules.ts";
import { identifierParts } from "./identifiers.ts";
import type { PartKind, SourcePart } from "./source_parts.ts";
import { trim } from "../text/trim.ts";

/** Where a term comes from. `rule` and `pattern` come from the configuration. */
export type SignalSource = "path" | GivenTerm["source"] | TextKind;

type TextKind = Exclude<PartKind, "syntax">;

export interface Signal {
  /** As written, in lower case unless its capitals divide it into words. */
  readonly word: string;
  /**
   * How often it occurs in the text and the path. Names that the file defines, headings and changed lines count twice.
   */
  readonly count: number;
  /** The sum of the weights of its occurrences in the text. */
  readonly weight: number;
  /**
   * The weight from the path or the configuration: 1 for the file's name or a rule, less for a folder, 0 if neither
   * has it.
   */
  readonly given: number;
  /** The share (0 to 1) of the neighbours that hold the word too. Absent if there are too few neighbours. */
  readonly neighbourShare?: number;
  /** Whether a rule or a pattern of a configuration file names it. */
  readonly required: boolean;
  /** The source that weighs most comes first. */
  readonly sources: readonly SignalSource[];
}

export interface WordLimits {
  readonly minLength: number;
  readonly maxLength: number;
}

/** The weight of one occurrence, by its source. */
const KIND_WEIGHTS: Readonly<Record<TextKind, number>> = {
  heading: 3,
  definition: 15,
  comment: 3,
  string: 6,
  text: 1,
  code: 0.3,
};

/** The weight of a part of a name, compared with the whole name. */
const PART_WEIGHT = 0.75;
/** The weight of a term of the built-in table, compared with the file's name. */
const BUILT_IN_WEIGHT = 0.25;

/** Matches a name in code. In prose, words joined with hyphens count as names too. */
const NAME = /[\p{L}\p{M}\p{N}_$]+/gu;
const PROSE_NAME = /[\p{L}\p{M}\p{N}_$]+(?:-[\p{L}\p{M}\p{N}_$]+)*/gu;
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+$/u;

interface CollectedTerm {
  readonly word: string;
  count: number;
  weight: number;
  given: number;
  required: boolean;
  readonly sources: Map<SignalSource, number>;
}

/** Collects the words of path, configuration and text. */
export function createSignals() {
  const collected = new Map<string, CollectedTerm>();
  const signalOf = (word: string): CollectedTerm => {
    const key = word.toLowerCase();
    let signal = collected.get(key);
    if (signal === undefined) {
      collected.set(key, signal = { word, count: 0, weight: 0, given: 0, required: false, sources: new Map() });
    }
    return signal;
  };
  const addSource = (word: string, source: SignalSource, weight: number): CollectedTerm => {
    const signal = signalOf(word);
    signal.sources.set(source, (signal.sources.get(source) ?? 0) + weight);
    return signal;
  };
  const addOccurrences = (word: string, kind: TextKind, weight: number, count: number): void => {
    const signal = addSource(word, kind, weight);
    signal.count += kind === "definition" || kind === "heading" ? 2 * count : count;
    signal.weight += weight;
  };
  return {
    addPathWord(word: string, weight: number): void {
      const signal = addSource(word, "path", weight * BEFORE_TEXT);
      signal.count += 1;
      signal.given = Math.max(signal.given, weight);
    },
    addGiven({ term, source, builtIn }: GivenTerm): void {
      const signal = addSource(term, source, BEFORE_TEXT);
      signal.given = Math.max(signal.given, builtIn ? BUILT_IN_WEIGHT : 1);
      signal.required ||= !builtIn;
    },
    /** `importance` gives the weight of a line, counted from 1. Without it, every line weighs 1. */
    addText(parts: readonly SourcePart[], limits: WordLimits, importance?: (line: number) => number): void {
      const names = namesOf(parts, importance);
      for (const [kind, byName] of names) {
        for (const [name, occurrences] of byName) addName(name, kind, occurrences, limits, addOccurrences);
      }
    },
    /** Returns all signals, in the order of their first occurrence. */
    all: (): readonly Signal[] =>
      [...collected.values()].map(({ sources, ...signal }) => ({
        ...signal,
        sources: [...sources].sort((a, b) => b[1] - a[1]).map(([source]) => source),
      })),
  };
}

/** Puts path and configuration before the text in the list of sources. */
const BEFORE_TEXT = 1e6;

interface Occurrences {
  /** Occurrences on important lines count twice. */
  count: number;
  weight: number;
}

/** The names of a text. Names repeat, so each is divided only once for each source. */
function namesOf(
  parts: readonly SourcePart[],
  importance: ((line: number) => number) | undefined,
): ReadonlyMap<TextKind, ReadonlyMap<string, Occurrences>> {
  const names = new Map<TextKind, Map<string, Occurrences>>();
  let line = 1;
  for (const { kind, text } of parts) {
    if (kind === "syntax") {
      if (importance !== undefined) line += text.split("\n").length - 1;
      continue;
    }
    let byName = names.get(kind);
    if (byName === undefined) names.set(kind, byName = new Map());
    if (importance === undefined) {
      countNames(text, kind, 1, byName);
      continue;
    }
    for (const [at, piece] of text.split("\n").entries()) {
      if (at > 0) line++;
      countNames(piece, kind, importance(line), byName);
    }
  }
  return names;
}

function countNames(text: string, kind: TextKind, importance: number, into: Map<string, Occurrences>): void {
  const count = importance > 1 ? 2 : 1;
  for (const [name] of text.normalize("NFC").matchAll(isCode(kind) ? NAME : PROSE_NAME)) {
    const known = into.get(name);
    if (known === undefined) into.set(name, { count, weight: importance });
    else {
      known.count += count;
      known.weight += importance;
    }
  }
}

type AddOccurrences = (word: string, kind: TextKind, weight: number, count: number) => void;

/** Adds a name, whole and in parts. */
function addName(
  name: string,
  kind: TextKind,
  occurrences: Occurrences,
  { minLength, maxLength }: WordLimits,
  add: AddOccurrences,
): void {
  const weight = KIND_WEIGHTS[kind] * occurrences.weight;
  const addWord = (word: string, share: number): void => {
    if (word.length >= minLength && word.length <= maxLength && /\p{L}/u.test(word)) {
      add(word, kind, weight * share, occurrences.count);
    }
  };
  if (UNSPACED.test(name)) {
    // Some scripts put no spaces between words. For these, the index holds pairs of characters too.
    for (let at = 0; at + 1 < name.length; at++) add(name.slice(at, at + 2), kind, weight, occurrences.count);
    return;
  }
  const parts = identifierParts(name);
  if (parts.length <= 1) addWord((parts[0] ?? "").toLowerCase(), 1);
  else {
    addWord(trim(name, "_$-"), 1);
    for (const part of parts) addWord(part.toLowerCase(), PART_WEIGHT);
  }
}

function isCode(kind: TextKind): boolean {
  return kind === "code" || kind === "definition";
}
