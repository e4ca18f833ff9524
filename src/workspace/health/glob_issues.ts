/** Finds excludes, context rules and weights that match nothing. They may be typing errors, or meant for later. */
import type { CheckIssue } from "../../shapes/reports.ts";
import type { Config } from "../../config/config.ts";
import { BUILT_IN_WEIGHTS } from "../../config/weights.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { orAbsent } from "../../host/or_absent.ts";
import type { TreeScan } from "../../store/files/scan.ts";
import { walkTree } from "../../store/files/walk.ts";
import type { Manifest } from "../../store/published/manifest.ts";
import { isDocument } from "../../store/published/tree_summary.ts";
import { compileGlob, compileRuleGlob } from "../../text/globs.ts";
import { joinPath, parentPath } from "../../text/paths.ts";
import { siteExcludes } from "../starter/plan_starter.ts";
import { hasBackslash, unmatchedMessage } from "./unmatched_glob.ts";

/** One issue for each such glob: a warning where a backslash shows a mistake, and otherwise a note. */
export function globIssues(
  fs: FileSystem,
  config: Pick<Config, "files" | "context" | "search" | "root">,
  scans: readonly TreeScan[],
  manifest: Manifest,
): readonly CheckIssue[] {
  const idle = scans.flatMap((scan) => scan.missing ? [] : idleExcludes(fs, scan).map((glob) => ({ scan, glob })));
  const meant = idle.length === 0 ? new Set() : siteExcludes(fs, config.root);
  return [
    ...idle.filter(({ glob }) => !meant.has(glob)).map(({ scan: { tree }, glob }) =>
      issue("exclude-matches-nothing", `tree ${tree.name}: exclude`, glob, tree.definedIn)
    ),
    ...idleRules(fs, config),
    ...idleWeights(config, manifest),
  ];
}

function issue(code: string, what: string, glob: string, path?: string): CheckIssue {
  return {
    level: hasBackslash(glob) ? "warning" : "note",
    code,
    message: unmatchedMessage(what, glob, "matches nothing"),
    ...(path === undefined ? {} : { path }),
  };
}

/** The excludes that match no file and no folder of the tree. What an ignore file leaves out counts too. */
function idleExcludes(fs: FileSystem, { tree, directories }: TreeScan): readonly string[] {
  let idle = tree.exclude.map((glob) => ({ glob, matches: compileGlob(glob, { hidden: true }) }));
  for (const directory of directories) {
    if (idle.length === 0) break;
    const prefix = directory === "" ? "" : `${directory}/`;
    const entries = orAbsent(() => fs.readDirectory(joinPath(tree.path, directory || "."))) ?? [];
    const paths = entries.map(({ name }) => prefix + name);
    idle = idle.filter(({ matches }) => !paths.some(matches));
  }
  return idle.map(({ glob }) => glob);
}

/** Rules of the user's own file are for all projects. */
function idleRules(fs: FileSystem, { files, context }: Pick<Config, "files" | "context">): readonly CheckIssue[] {
  const globs = [
    ...context.rules.flatMap(({ match, definedIn }) => match.map((glob) => ({ glob, definedIn }))),
    ...context.patterns.map(({ glob, definedIn }) => ({ glob, definedIn })),
  ];
  return files.filter(({ global }) => !global).flatMap(({ path }) => {
    // The walk shows hidden files only to globs that name them.
    const own = globs.filter(({ glob, definedIn }) => definedIn === path && !/(?:^|\/)\./.test(glob));
    if (own.length === 0) return [];
    const paths = walkTree(fs, { path: parentPath(path), include: ["**/*"], exclude: [], gitignore: true }).files
      .map((file) => file.path);
    return own.filter(({ glob }) => !paths.some(compileRuleGlob(glob)))
      .map(({ glob }) => issue("rule-matches-nothing", "a context rule:", glob, path));
  });
}

function idleWeights({ search }: Pick<Config, "search">, manifest: Manifest): readonly CheckIssue[] {
  const own = Object.keys(search.weight).filter((glob) => !BUILT_IN_WEIGHTS.has(glob));
  if (own.length === 0) return [];
  const paths = [...manifest.values()].flatMap((entries) =>
    [...entries].flatMap(([path, entry]) => (isDocument(entry) ? [path] : []))
  );
  return own.filter((glob) => !paths.some(compileRuleGlob(glob)))
    .map((glob) => issue("weight-matches-nothing", "search.weight:", glob));
}
