/** Finds the rules and patterns of the configuration that match a source file's path. */
import type { ContextSettings } from "../config/config.ts";
import { RaError } from "../errors.ts";
import { compileRuleGlob } from "../text/globs.ts";
import { fileName, isInside, parentPath, relativePath } from "../text/paths.ts";

export interface GivenTerm {
  readonly term: string;
  readonly source: "rule" | "pattern";
  /** Whether only the built-in table has it. */
  readonly builtIn: boolean;
}

export interface MatchedRules {
  /** Each term once, in the order of the rules. */
  readonly terms: readonly GivenTerm[];
  /** The trees that all rules with `trees` name. Absent if no rule has `trees`, empty if the rules agree on none. */
  readonly trees?: readonly string[] | undefined;
  /** Each id once. */
  readonly include: readonly string[];
  /** The globs that matched, each with the file that defines it (null for the built-in table). */
  readonly matches: readonly { readonly glob: string; readonly definedIn: string | null }[];
}

/**
 * Compiles rules and patterns into a function that takes the absolute real path of a file. Throws `config-value` for
 * an invalid glob.
 */
export function createRuleMatcher(
  { rules, patterns }: Pick<ContextSettings, "rules" | "patterns">,
): (path: string) => MatchedRules {
  const compiledRules = rules.map((rule) => ({
    ...rule,
    globs: rule.match.map((glob) => compile(glob, rule.definedIn)),
  }));
  const compiledPatterns = patterns.map((pattern) => ({
    ...pattern,
    matches: compile(pattern.glob, pattern.definedIn),
  }));
  return (path) => {
    const matching = compiledRules.flatMap((rule) => {
      const glob = rule.match[rule.globs.findIndex((matches) => matches(path))];
      return glob === undefined ? [] : [{ ...rule, glob }];
    });
    const named = compiledPatterns.filter(({ matches, terms }) => terms.length > 0 && matches(path));
    const restricting = matching.flatMap(({ trees }) => (trees === undefined ? [] : [trees]));
    const trees = restricting[0]?.filter((tree) => restricting.every((names) => names.includes(tree)));
    return {
      terms: distinct([
        ...matching.flatMap((rule) => rule.terms.map((term): GivenTerm => ({ term, source: "rule", builtIn: false }))),
        ...named.flatMap(({ terms, definedIn }) =>
          terms.map((term): GivenTerm => ({ term, source: "pattern", builtIn: definedIn === null }))
        ),
      ]),
      trees: trees === undefined ? undefined : [...new Set(trees)],
      include: [...new Set(matching.flatMap(({ include }) => include))],
      matches: [...matching, ...named].map(({ glob, definedIn }) => ({ glob, definedIn })),
    };
  };
}

/**
 * Matches absolute paths. A glob with `/` starts at the folder of the file that defines it, and matches nothing
 * outside.
 */
function compile(glob: string, definedIn: string | null): (path: string) => boolean {
  let matches: (path: string) => boolean;
  try {
    matches = compileRuleGlob(glob);
  } catch (error) {
    if (!(error instanceof RaError) || definedIn === null) throw error;
    throw new RaError(error.code, error.message, { path: definedIn, cause: error });
  }
  if (!glob.includes("/") || definedIn === null) return (path) => matches(fileName(path));
  const folder = parentPath(definedIn);
  return (path) => isInside(path, folder) && matches(relativePath(folder, path));
}

/** Keeps each term once. A term from a configuration file wins over the same term from the built-in table. */
function distinct(terms: readonly GivenTerm[]): readonly GivenTerm[] {
  const byTerm = new Map<string, GivenTerm>();
  for (const term of terms) {
    const key = term.term.toLowerCase();
    const known = byTerm.get(key);
    if (known === undefined || (known.builtIn && !term.builtIn)) byTerm.set(key, term);
  }
  return [...byTerm.values()];
}
