/** Finds paths and identifiers that a git repository once had: when they went, and whether documents named them. */
import { fileName } from "../text/paths.ts";
import type { Repository } from "./repository.ts";
import { isDocument, isSource } from "./sources.ts";

/**
 * Which revisions to read, as shares of the history from the newest back. They lie closer together near the present.
 */
const SAMPLES = [1 / 64, 1 / 32, 1 / 16, 1 / 8, 1 / 4, 3 / 8, 1 / 2, 3 / 4];
const MAX_WORDS = 2000;
/** How many words ra looks for in each revision, and how many deleted paths in the documents of their time. */
const MAX_WORDS_IN_ALL = 6000;
const MAX_DESCRIBED = 300;
const MAX_LINE_LENGTH = 2000;
const DESCRIPTIONS = ["*.md", "*.markdown", "*.mdx", "*.rst", "*.adoc"];
const NO_CODE = [
  ":(exclude)*.lock",
  ":(exclude)*-lock.*",
  ":(exclude)*.min.js",
  ":(exclude)*.svg",
  ":(exclude)*.json",
  ":(exclude)*.css",
  ":(exclude)*.html",
  ":(exclude)*.snap",
  ":(exclude)*.csv",
];
/** Paths of tests, examples and other people's code. Documents do not describe names that only these define. */
const NOT_OWN =
  /(?:^|\/)(?:vendor|third[-_]party|node_modules|tests?|__tests__|spec|specs|fixtures?|testdata|examples?|mocks?|benchmarks?)\/|[._-](?:test|spec|stories|mock)s?\.\w+$/i;
/** The word after one of these keywords is defined there, even in a folder of code. */
const KEYWORD =
  /(?:^|[\s(;{])(?:class|interface|type|enum|function|fn|func|def|struct|trait|module|namespace|macro_rules!|defmodule|defp|sub|record|union|#define)\s+[*&]*(?:\([^)]*\)\s*)?(?:self\.)?$/;
/**
 * The word after one of these is defined only if the line is not indented, or exports it. Otherwise it is a local
 * variable.
 */
const VARIABLE =
  /^(?:export\s+(?:default\s+)?|pub(?:\([^)]*\))?\s+|public\s+)?(?:(?:static|final|async)\s+)*(?:const|let|var|val|static)\s+$/;
/** A library chooses the names of the methods that it calls back, so they say nothing about this repository. */
const HANDLER = /^(?:on|get|set|render|component|should|handle)[A-Z]/;
/** Names that frameworks for tests and pages call, however they are defined. */
const HOOK = /^(?:(?:setUp|tearDown)(?:[A-Z]\w*)?|(?:before|after)(?:Each|All)|component[A-Z]\w*)$/;
const METHOD_START =
  /^\s+(?:(?:public|private|protected|internal|static|async|final|abstract|override|virtual|get|set)\s+)*(?:[\w<>[\]?*.]+\s+)?$/;
const METHOD_END = /^\s*(?:<[^>]*>)?\([^)]*\)[^;=]*\{\s*$/;
const FIELD_START =
  /^\s+(?:(?:public|private|protected|internal|static|final|readonly|volatile)\s+)+(?:[\w<>[\]?*.,]+\s+)?$/;
const CONSTANT = /^[A-Z][A-Z0-9_]+$/;

/** The last time a path was deleted or renamed, and whether documents named it at that time. */
export interface PathDeletion {
  /** `2024-01-31` */
  readonly date: string;
  isDescribed(written: string): boolean;
}

/** Reads the deletions from the history. Returns undefined without git, or if there are none. */
export function deletions(repository: Repository): ((path: string) => PathDeletion | undefined) | undefined {
  const log = repository.git(["log", "--no-renames", "--diff-filter=D", "--name-only", "--format=%x01%h %as", "-z"]);
  if (log === undefined || log === "") return undefined;
  const deleted = new Map<string, PathDeletion>();
  let deletion: PathDeletion | undefined;
  let asked = 0;
  for (const part of log.split(/\0+/)) {
    const named = part.startsWith("\x01") ? part.slice(1).split("\n") : [part];
    if (part.startsWith("\x01")) {
      const [commit = "", date = ""] = named.shift()?.trim().split(" ") ?? [];
      deletion = {
        date,
        isDescribed: (written) =>
          asked++ < MAX_DESCRIBED &&
          repository.git(["grep", "-q", "-F", "-e", written, `${commit}^`, "--", ...DESCRIPTIONS]) !== undefined,
      };
    }
    for (const name of named) {
      const path = name.trim();
      if (path !== "" && deletion !== undefined && !deleted.has(path)) deleted.set(path, deletion);
    }
  }
  return (path) => deleted.get(path);
}

/** A definition that an earlier revision had. */
export interface PastDefinition {
  /** File and date, for people. */
  readonly where: string;
  /** Names of the documents that named it then. They were right once. */
  readonly describedIn: ReadonlySet<string>;
  /** Whether the commit that removed its file says that it is in another repository now. Documents may describe it. */
  isElsewhere(): boolean;
}

/** `Move the server to https://github.com/a/b`, `Extract the plug-in into its own repository`. */
const MOVED_AWAY =
  /\b(?:mov(?:e[ds]?|ing)|extract(?:s|ed|ing)?|split(?:s|ting)?|spun|migrat(?:e[ds]?|ing)|transfer(?:s|red|ring)?|relocat(?:e[ds]?|ing))\b[^]{0,200}?(?:https?:\/\/(?:github|gitlab|codeberg|bitbucket)\.\w+\/[\w.-]+\/[\w.-]+?\/?(?=[\s)\]>,;]|\.?\s|$)|\b(?:own|separate|another|different|new|dedicated|external|standalone|[\w.-]+\/[\w.-]+)\s+repo(?:sitory)?\b)/i;
/** More files are not asked for. Each takes a look at the whole history. */
const MAX_REMOVALS = 100;

function movedAway(repository: Repository): (path: string) => boolean {
  const known = new Map<string, boolean>();
  return (path) => {
    const before = known.get(path);
    if (before !== undefined) return before;
    if (known.size >= MAX_REMOVALS) return false;
    const message = repository.git(["log", "-1", "--no-renames", "--diff-filter=D", "--format=%B", "--", path]) ?? "";
    const found = MOVED_AWAY.test(message);
    known.set(path, found);
    return found;
  };
}

/**
 * Finds the last known definitions of words that no source holds now. Only words that documents named at the time
 * count.
 */
export function lastDefinitions(
  repository: Repository,
  words: ReadonlySet<string>,
): ReadonlyMap<string, PastDefinition> {
  const found = new Map<string, PastDefinition>();
  const isElsewhere = movedAway(repository);
  for (const { commit, date } of sampled(repository)) {
    const missing = [...words].filter((word) => !found.has(word) && /^\w+$/.test(word)).slice(0, MAX_WORDS_IN_ALL);
    for (let at = 0; at < missing.length; at += MAX_WORDS) {
      const any = `\\b${alternatives(missing.slice(at, at + MAX_WORDS))}\\b`;
      const defined = new Map<string, string>();
      const described = new Map<string, Set<string>>();
      for (
        const line of (repository.git(["grep", "-I", "-P", "-e", any, commit, "--", ".", ...NO_CODE]) ?? "").split("\n")
      ) {
        const [, path, text] = /^[^:]*:([^:]*):(.*)$/.exec(line) ?? [];
        if (path === undefined || text === undefined || text.length > MAX_LINE_LENGTH) continue;
        const describes = isDocument(path);
        if (!describes && (NOT_OWN.test(path) || /\.d\.[cm]?ts$/.test(path) || !isSource(path))) continue;
        for (const { 0: word, index } of text.matchAll(/\w+/g)) {
          if (!words.has(word) || found.has(word)) continue;
          if (describes) described.set(word, (described.get(word) ?? new Set()).add(fileName(path)));
          else if (!defined.has(word) && isDefined(text, index, word)) defined.set(word, path);
        }
      }
      for (const [word, path] of defined) {
        const describedIn = described.get(word);
        if (describedIn !== undefined) {
          found.set(word, { where: `in ${path} on ${date}`, describedIn, isElsewhere: () => isElsewhere(path) });
        }
      }
    }
  }
  return found;
}

/**
 * Makes one pattern for all words, as a tree of their beginnings. A plain alternation would try word after word at
 * each place.
 */
function alternatives(words: readonly string[]): string {
  const byLetter = new Map<string, string[]>();
  for (const word of words) {
    const rest = byLetter.get(word.slice(0, 1));
    if (rest === undefined) byLetter.set(word.slice(0, 1), [word.slice(1)]);
    else rest.push(word.slice(1));
  }
  const branches = [...byLetter].map((
    [letter, rests],
  ) => (rests.length === 1 ? letter + rests[0]! : letter + alternatives(rests)));
  return branches.length === 1 ? branches[0]! : `(?:${branches.join("|")})`;
}

/** Tells whether a line defines the word at this place, rather than using it. */
function isDefined(line: string, at: number, word: string): boolean {
  const before = line.slice(Math.max(0, at - 120), at);
  const after = line.slice(at + word.length);
  if (HOOK.test(word)) return false;
  return KEYWORD.test(before) || VARIABLE.test(before) ||
    (!HANDLER.test(word) && METHOD_START.test(before) && METHOD_END.test(after)) ||
    (FIELD_START.test(before) && /^\s*[?!]?(?:[;:]|=[^=])/.test(after)) ||
    (before === "" && CONSTANT.test(word) && /^\s*(?::[^=]*)?=/.test(after));
}

/** Lists revisions of the main line, newest first, without the current one. */
function sampled(repository: Repository): readonly { readonly commit: string; readonly date: string }[] {
  const log =
    repository.git(["log", "--first-parent", "--format=%H %as"])?.trim().split("\n").filter((line) => line !== "") ??
      [];
  const picked = new Set(
    SAMPLES.map((share) => log[Math.ceil(share * (log.length - 1))]).filter((line) => line !== undefined),
  );
  if (log[0] !== undefined) picked.delete(log[0]);
  return [...picked].map((line) => ({
    commit: line.slice(0, line.indexOf(" ")),
    date: line.slice(line.indexOf(" ") + 1),
  }));
}
