/** What the words of a file say about it: how often each stands there, and in what. */
import type { GivenTerm } from "./rules.ts";
import { identifierParts } from "./identifiers.ts";
import type { Kind, SourcePart } from "./source_parts.ts";

/** Where a term comes from; `rule` and `pattern` are the configuration's. */
export type Source = "path" | GivenTerm["source"] | TextKind;

type TextKind = Exclude<Kind, "syntax">;

export interface Signal {
  /** As written, in lower case unless its capitals divide it. */
  readonly word: string;
  /**
   * How often it stands in the text and the path; names that a file defines, headings and changed lines count twice.
   */
  readonly count: number;
  /** Its occurrences in the text, each weighed by what it stands in. */
  readonly weight: number;
  /**
   * What path and configuration say of it: 1 for the file's name or a rule, less for a folder, 0 where they do not have
   * it.
   */
  readonly given: number;
  /** Share of the files beside it that hold the word too, 0–1; absent where that is not known. */
  readonly shared?: number;
  /** A rule or a pattern of a configuration file asks for it. */
  readonly required: boolean;
  /** Sources, the one that weighs most first. */
  readonly sources: readonly Source[];
}

export interface WordLimits {
  readonly minLength: number;
  readonly maxLength: number;
}

/** What one occurrence weighs, by what it stands in. */
const KIND_WEIGHTS: Readonly<Record<TextKind, number>> = {
  heading: 3,
  definition: 15,
  comment: 3,
  string: 6,
  text: 1,
  code: 0.3,
};

/** What an occurrence of a part of a name weighs beside one of the whole. */
const PART = 0.75;
/** What a term of the built-in table counts beside the file's name. */
const BUILT_IN = 0.25;

/** A name in code; in prose also words joined with hyphens. */
const NAME = /[\p{L}\p{M}\p{N}_$]+/gu;
const PROSE_NAME = /[\p{L}\p{M}\p{N}_$]+(?:-[\p{L}\p{M}\p{N}_$]+)*/gu;
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+$/u;

interface Collected {
  readonly word: string;
  count: number;
  weight: number;
  given: number;
  required: boolean;
  readonly sources: Map<Source, number>;
}

/** Collects what path, configuration and text say. */
export function createSignals() {
  const collected = new Map<string, Collected>();
  const signalOf = (word: string): Collected => {
    const key = word.toLowerCase();
    let signal = collected.get(key);
    if (signal === undefined) {
      collected.set(key, signal = { word, count: 0, weight: 0, given: 0, required: false, sources: new Map() });
    }
    return signal;
  };
  const raise = (word: string, source: Source, weight: number): Collected => {
    const signal = signalOf(word);
    signal.sources.set(source, (signal.sources.get(source) ?? 0) + weight);
    return signal;
  };
  const addOccurrences = (word: string, kind: TextKind, weight: number, count: number): void => {
    const signal = raise(word, kind, weight);
    signal.count += kind === "definition" || kind === "heading" ? 2 * count : count;
    signal.weight += weight;
  };
  return {
    addPathWord(word: string, weight: number): void {
      const signal = raise(word, "path", weight * FIRST);
      signal.count += 1;
      signal.given = Math.max(signal.given, weight);
    },
    addGiven({ term, source, builtIn }: GivenTerm): void {
      const signal = raise(term, source, FIRST);
      signal.given = Math.max(signal.given, builtIn ? BUILT_IN : 1);
      signal.required ||= !builtIn;
    },
    /** `importance` is that of a line (numbered from 1), 1 where it is not given. */
    addText(parts: readonly SourcePart[], limits: WordLimits, importance?: (line: number) => number): void {
      // Names repeat: each is taken apart once for what it stands in.
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
      for (const [kind, byName] of names) {
        for (const [name, occurrences] of byName) addName(name, kind, occurrences, limits, addOccurrences);
      }
    },
    /** All of them, in the order of their first occurrence. */
    all: (): readonly Signal[] =>
      [...collected.values()].map(({ sources, ...signal }) => ({
        ...signal,
        sources: [...sources].sort((a, b) => b[1] - a[1]).map(([source]) => source),
      })),
  };
}

/** Path and configuration come before the text in the list of sources. */
const FIRST = 1e6;

interface Occurrences {
  /** Those on important lines twice. */
  count: number;
  weight: number;
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

/** A name whole and in its parts. */
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
    // Such scripts put no spaces between words; the index holds their pairs too.
    for (let at = 0; at + 1 < name.length; at++) add(name.slice(at, at + 2), kind, weight, occurrences.count);
    return;
  }
  const parts = identifierParts(name);
  if (parts.length <= 1) addWord((parts[0] ?? "").toLowerCase(), 1);
  else {
    addWord(name.replace(/^[_$-]+|[_$-]+$/g, ""), 1);
    for (const part of parts) addWord(part.toLowerCase(), PART);
  }
}

function isCode(kind: TextKind): boolean {
  return kind === "code" || kind === "definition";
}
