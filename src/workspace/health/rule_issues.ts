/** Warns about context rules that name something that does not exist. */
import type { CheckIssue } from "../../shapes/reports.ts";
import type { ContextRule } from "../../config/config.ts";
import { locate } from "../../config/locate.ts";
import { documentId, possibleDocumentIds, slugOf } from "../../document/ids.ts";
import { MAX_BYTES } from "../../host/read_limits.ts";
import type { Manifest } from "../../store/published/manifest.ts";
import { isDocument } from "../../store/published/tree_summary.ts";
import { composed } from "../../text/composed.ts";
import { joinPath } from "../../text/paths.ts";
import { nearest } from "../../text/nearest.ts";
import { inspectDocument } from "../answers/inspect.ts";
import type { Environment } from "../environment.ts";

/** Warns about unknown trees and ids, with the line that names them. Nothing is known of trees that are left out. */
export async function ruleIssues(
  environment: Environment,
  manifest: Manifest,
  leftOut: readonly string[],
): Promise<readonly CheckIssue[]> {
  const { config } = environment;
  const trees = [...config.trees.map(({ name }) => name), ...leftOut];
  const files = new Map(
    [...manifest].flatMap(([tree, entries]) =>
      [...entries].filter(([, entry]) => isDocument(entry)).map(([path]) =>
        [composed(documentId(tree, path)), { tree, path }] as const
      )
    ),
  );
  const isKnown = async (written: string): Promise<boolean> => {
    const id = composed(written);
    if (files.has(id) || leftOut.some((tree) => id.startsWith(`${tree}:`))) return true;
    const docId = possibleDocumentIds(id).find((one) => files.has(one));
    const file = docId === undefined ? undefined : files.get(docId);
    const tree = config.trees.find(({ name }) => name === file?.tree);
    if (docId === undefined || file === undefined || tree === undefined) return false;
    const { chunks } = await inspectDocument(environment, joinPath(tree.path, file.path));
    return chunks.some(({ slug }) => slug !== null && composed(slug) === slugOf(id, docId));
  };
  const issues: CheckIssue[] = [];
  const counts = new Map<string, number>();
  for (const rule of config.context.rules) {
    const number = counts.get(rule.definedIn) ?? 0;
    counts.set(rule.definedIn, number + 1);
    const report = async (key: "trees" | "include", name: string, code: string, known: readonly string[]) => {
      const [meant] = nearest(name, known, 1);
      issues.push({
        level: "warning",
        code,
        message: `a context rule names ${
          code === "unknown-tree" ? "the tree" : "the id"
        } \`${name}\`, which does not exist${meant === undefined ? "" : `; did you mean \`${meant}\`?`}`,
        path: rule.definedIn,
        ...await lineOf(environment, rule, number, key, name),
      });
    };
    for (const name of rule.trees ?? []) {
      if (!trees.includes(name)) await report("trees", name, "unknown-tree", trees);
    }
    for (const id of rule.include) if (!await isKnown(id)) await report("include", id, "unknown-id", [...files.keys()]);
  }
  return issues;
}

async function lineOf(
  { fs, options }: Environment,
  rule: ContextRule,
  number: number,
  key: "trees" | "include",
  name: string,
): Promise<{ readonly line?: number }> {
  const bytes = options.config === undefined
    ? fs.readFile(rule.definedIn, { most: MAX_BYTES.configuration })
    : undefined;
  if (bytes === undefined) return {};
  const at = ["context", "rules", number, key];
  const found = await locate(new TextDecoder().decode(bytes), [...at, (rule[key] ?? []).indexOf(name)], "value") ??
    await locate(new TextDecoder().decode(bytes), at, "value");
  return found === undefined ? {} : { line: found.line };
}
