/** What must hold between several keys of `rag.yaml`. The file may have other mistakes, so no type is certain here. */
import type { Problem } from "./problems.ts";
import { valueAt } from "./problems.ts";
import type { ValuePath } from "./yaml_values.ts";

const LISTS = ["sources", "convert_docs", "crawl"] as const;
const ORIGINS = ["path", "globs", "git"] as const;
const FOR_GIT = ["ref", "submodules", "sparse"] as const;

export function crossProblems(file: unknown): readonly Problem[] {
  const number = (path: ValuePath): number | undefined => {
    const value = valueAt(file, path);
    return typeof value === "number" ? value : undefined;
  };
  const wrong = (at: ValuePath, message: string, what: Problem["what"] = "value"): Problem => ({ at, what, message });
  const problems: Problem[] = [];
  const least = (small: ValuePath, large: ValuePath, otherwise: ValuePath, name: string): void => {
    const [one, other] = [number(small), number(large) ?? number(otherwise)];
    if (one !== undefined && other !== undefined && one > other) {
      problems.push(wrong(small, `must not be more than ${name}`));
    }
  };
  least(["retrieval", "final_k"], ["retrieval", "initial_k"], [], "initial_k");
  const ids = new Map<string, string>();
  let entries = 0;
  for (const list of LISTS) {
    const found = valueAt(file, [list]);
    for (const [at, entry] of (Array.isArray(found) ? found as readonly unknown[] : []).entries()) {
      entries++;
      const id = valueAt(entry, ["id"]);
      if (typeof id === "string") {
        // Ids name folders, and some disks do not tell capital letters from small ones.
        const taken = ids.get(id.toLowerCase());
        if (taken !== undefined) problems.push(wrong([list, at, "id"], `is the id of ${taken} too; ids name folders`));
        else ids.set(id.toLowerCase(), `${list}[${at}]`);
      }
      if (list === "sources") problems.push(...sourceProblems(entry, at, wrong));
      const sizes: ValuePath = [list, at, "chunking"];
      least(
        [...sizes, "overlap_lines"],
        [...sizes, "code_max_lines"],
        ["indexing", "code_max_lines"],
        "code_max_lines",
      );
      least(
        [...sizes, "min_chunk_chars"],
        [...sizes, "prose_max_chars"],
        ["indexing", "prose_max_chars"],
        "prose_max_chars",
      );
    }
  }
  least(["indexing", "overlap_lines"], ["indexing", "code_max_lines"], [], "code_max_lines");
  least(["indexing", "min_chunk_chars"], ["indexing", "prose_max_chars"], [], "prose_max_chars");
  if (entries === 0) problems.push(wrong(["sources"], "no source: give one in sources, convert_docs or crawl"));
  for (const section of ["embedding", "generation"] as const) {
    const provider = valueAt(file, [section, "provider"]) ?? (section === "generation" ? "openai" : "local");
    if (section === "generation" && valueAt(file, [section]) === undefined) continue;
    if (provider === "openai" && valueAt(file, [section, "base_url"]) === undefined) {
      problems.push(wrong([section], "provider openai needs base_url"));
    }
  }
  return problems;
}

function sourceProblems(
  entry: unknown,
  at: number,
  wrong: (at: ValuePath, message: string, what?: Problem["what"]) => Problem,
): readonly Problem[] {
  const given = ORIGINS.filter((key) => valueAt(entry, [key]) !== undefined);
  const problems: Problem[] = [];
  if (given.length !== 1) {
    const found = given.length === 0 ? "none" : given.join(" and ");
    problems.push(wrong(["sources", at], `needs one of ${ORIGINS.join(", ")}, found ${found}`));
  }
  if (!given.includes("git")) {
    for (const key of FOR_GIT) {
      if (valueAt(entry, [key]) !== undefined) {
        problems.push(wrong(["sources", at, key], "belongs to a source with git", "key"));
      }
    }
  }
  return problems;
}
