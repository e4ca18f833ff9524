/** Finds identifiers in code spans that the sources once had and no longer have. */
import { fileName } from "../text/paths.ts";
import type { Drift, DriftDocument } from "./document.ts";
import { listsOldNames } from "./old_names.ts";
import type { PastDefinition } from "./history.ts";
import type { Repository } from "./repository.ts";

export interface WrittenIdentifier {
  /** The span as the document has it. */
  readonly written: string;
  /** Those of its words that have several parts, such as `userName`, `user_name` and `UserName`. */
  readonly words: readonly string[];
  readonly line: number;
}

/** Matches `a.b::c#d`, also as a call, or after `@`, `$`, `&`, `--` or `-D`. */
const REFERENCE =
  /^(?:[@$&*]|--?)?[\p{L}_][\p{L}\p{Nd}_]*(?:(?:\.|::|->|#|\?\.)[\p{L}_][\p{L}\p{Nd}_]*)*(?:\(\)|\([\w\s,.:"'=|]*\)|!)?$/u;
const WORD = /[\p{L}_$][\p{L}\p{Nd}_$]*/gu;
/** Matches a word of several parts: a capital after a small letter or digit, or an underscore between letters. */
const SEVERAL_PARTS = /[a-z\d][A-Z]|[\p{L}\d]_[\p{L}\d]|^[A-Z]{2,}[a-z]/u;
/** The characters of a line among which ra looks for such words. */
const MAX_LINE_LENGTH = 10_000;
/** Words with which authors say that something is gone. */
const REMOVAL =
  /\b(?:no longer|not any ?more|remov|deprecat|renam|replac|former|previous|legacy|obsolet|drop(?:s|ped)?\b|delet|used to|was called|instead of|old\b|before v?\d|until v?\d|since v?\d|in v?\d+\.)/i;
/** Words with which authors ask the reader to make something, or give an example. */
const EXAMPLE = /\b(?:creat(?:e|es|ing)|e\.g\.|for example|for instance|such as|let's say|suppose)/i;
/** Documents about the past or the future. */
const OF_ANOTHER_TIME =
  /(?:^|[/_.-])(?:changelogs?|changes|history|releases?|release[-_]?notes|news|whats[-_]?new|migrat\w*|upgrad\w*|breaking\w*|deprecat\w*|archived?|legacy|blog|posts?|adr|rfcs?|decisions?|proposals?|roadmap|v?\d+\.\d+[\d.x]*|v\d+)(?=$|[/_.-])/i;

/** Tells whether a document describes the present. Then everything that it names has to exist. */
export function describesPresent({ inRepository }: Pick<DriftDocument, "inRepository">): boolean {
  return !OF_ANOTHER_TIME.test(inRepository);
}

/** Tells whether a line, or the one before or after it, says that something is gone, or what it stands in does. */
export function acknowledgesRemoval(
  document: Pick<DriftDocument, "text" | "format">,
): (name: Pick<WrittenIdentifier, "line" | "written">) => boolean {
  const isSaid = says(document, REMOVAL);
  const isListed = listsOldNames(document);
  return ({ line, written }) => isSaid(line) || isListed(line, written);
}

/** Tells whether a line, or the one before or after it, says that something is an example. */
export function givesExample(document: Pick<DriftDocument, "text">): (line: number) => boolean {
  return says(document, EXAMPLE);
}

function says({ text }: Pick<DriftDocument, "text">, words: RegExp): (line: number) => boolean {
  let lines: readonly string[] | undefined;
  const known = new Map<number, boolean>();
  return (line) => {
    const before = known.get(line);
    if (before !== undefined) return before;
    lines ??= text.split("\n");
    const around = lines.slice(Math.max(0, line - 2), line + 1).map((one) => one.slice(0, MAX_LINE_LENGTH)).join(" ");
    const found = words.test(around.replace(/`[^`]*`/g, " "));
    known.set(line, found);
    return found;
  };
}

/**
 * Lists the compound identifiers in code spans. Leaves out names of handlers, which every project has, and names that
 * the document's own examples define.
 */
export function identifiersOf({ spans, code }: DriftDocument): readonly WrittenIdentifier[] {
  let examples: ReadonlySet<string> | undefined;
  const isInExample = (word: string): boolean => {
    if (examples === undefined) {
      const found = new Set<string>();
      for (const line of code()) for (const [one] of line.matchAll(WORD)) found.add(one);
      examples = found;
    }
    return examples.has(word);
  };
  return spans.flatMap(({ text, line }) => {
    const written = text.trim();
    if (written.length > 120 || !REFERENCE.test(written)) return [];
    const words = [...written.replace(/\(.*$/, "").matchAll(WORD)].map(([word]) => word).filter((word) =>
      word.length >= 5 && SEVERAL_PARTS.test(word) && !/^on[A-Z]/.test(word) && !isInExample(word)
    );
    return words.length === 0 ? [] : [{ written, words, line }];
  });
}

/** The words of names where a document says that it is about a module that the repository does not have. */
export function foreignWords(
  { files }: Pick<Repository, "files">,
  documents: readonly Pick<DriftDocument, "spans">[],
): ReadonlySet<string> {
  const words = new Set<string>();
  const own = new Map<string, boolean>();
  for (const { text, module } of documents.flatMap(({ spans }) => spans)) {
    if (module === undefined) continue;
    const path = `/${module.replaceAll(".", "/")}`;
    const isOwn = own.get(path) ??
      files.some((file) => `/${file}`.includes(`${path}.`) || `/${file}`.includes(`${path}/`));
    own.set(path, isOwn);
    if (!isOwn && REFERENCE.test(text.trim())) { for (const [word] of text.matchAll(WORD)) words.add(word); }
  }
  return words;
}

/** Identifiers that are gone, and those whose code another repository has now. */
export interface GoneIdentifiers {
  readonly drift: readonly Drift[];
  readonly elsewhere: readonly WrittenIdentifier[];
}

/** Finds identifiers with a word that is gone and that this document named while the word was still there. */
export function goneIdentifiers(
  { inRepository }: DriftDocument,
  identifiers: readonly WrittenIdentifier[],
  lastSeen: ReadonlyMap<string, PastDefinition>,
): GoneIdentifiers {
  const drift: Drift[] = [];
  const elsewhere: WrittenIdentifier[] = [];
  for (const identifier of identifiers) {
    const { written, words, line } = identifier;
    const gone = words.find((word) => lastSeen.get(word)?.describedIn.has(fileName(inRepository)));
    const seen = gone === undefined ? undefined : lastSeen.get(gone);
    if (gone === undefined || seen === undefined) continue;
    if (seen.isElsewhere()) elsewhere.push(identifier);
    else {
      const what = gone === written ? gone : `${gone} (in ${written})`;
      const message = `${what} is no longer in any source file; it was defined ${seen.where}`;
      drift.push({ code: "drift-identifier", line, message });
    }
  }
  return { drift, elsewhere };
}
