/** Completes the parts of a resource's address as the user types. */
import type { CompleteRequest, CompleteResult } from "@modelcontextprotocol/server";
import { slugOf } from "../../document/ids.ts";
import { sanitizeLine } from "../../text/sanitize.ts";
import type { Workspace } from "../../workspace.ts";
import type { Project, ProjectCall } from "./project.ts";

/** The protocol allows no more values than this. */
const MAX_COMPLETIONS = 100;
/** The most characters of a value. */
const MAX_LENGTH = 1000;

export async function complete(
  project: Project,
  call: ProjectCall,
  { ref, argument, context }: CompleteRequest["params"],
): Promise<CompleteResult> {
  if (ref.type !== "ref/resource") return completion([], argument.value);
  const { tree, path } = context?.arguments ?? {};
  const { value } = await project.use(
    call,
    (workspace) => valuesOf(workspace, argument.name, { tree, path }, call),
  );
  return completion(value, argument.value);
}

async function valuesOf(
  workspace: Workspace,
  name: string,
  { tree, path }: { tree: string | undefined; path: string | undefined },
  { signal, client }: ProjectCall,
): Promise<readonly string[]> {
  const trees = workspace.config.trees.map((one) => one.name);
  if (name === "tree") return trees;
  const options = { signal, client, trees: tree !== undefined && trees.includes(tree) ? [tree] : undefined };
  if (name === "path") return [...new Set((await workspace.list("docs", options)).map((document) => document.path))];
  if (name !== "section" || path === undefined) return [];
  const chunks = await workspace.list("chunks", options);
  return chunks.filter((chunk) => chunk.path === path).flatMap(({ id, doc_id }) => slugOf(id, doc_id) ?? []);
}

/** A name that shows otherwise than it is, or that is longer, is not offered: the value has to be exact. */
function isPlain(value: string): boolean {
  return value.length <= MAX_LENGTH && sanitizeLine(value) === value;
}

/** Puts values that begin with the typed text before those that contain it. */
function completion(given: readonly string[], typed: string): CompleteResult {
  const values = given.filter(isPlain);
  const wanted = typed.toLowerCase();
  const begins = values.filter((value) => value.toLowerCase().startsWith(wanted));
  const contains = values.filter((value) => !begins.includes(value) && value.toLowerCase().includes(wanted));
  const all = [...begins, ...contains];
  return {
    completion: { values: all.slice(0, MAX_COMPLETIONS), total: all.length, hasMore: all.length > MAX_COMPLETIONS },
  };
}
