/** What must hold between several keys of `rag.yaml`. The file may have other mistakes, so no type is certain here. */
import { MAX_TREES } from "../../config/keys/key.ts";
import type { Problem } from "./problems.ts";
import { valueAt } from "./problems.ts";
import { DEFAULT_SIZES } from "./schema.ts";
import type { ValuePath } from "./yaml_values.ts";

const LISTS = ["sources", "convert_docs", "crawl"] as const;
const ORIGINS = ["path", "globs", "git"] as const;
type SizeName = keyof typeof DEFAULT_SIZES;
const PAIRS = [["overlap_lines", "code_max_lines", true], ["min_chunk_chars", "prose_max_chars", false]] as const;
const WEIGHTS = ["semantic", "bm25", "identifier"] as const;
const FOR_GIT = ["ref", "allow_private", "submodules", "sparse", "max_total_bytes"] as const;

export function crossProblems(file: unknown): readonly Problem[] {
  const number = (path: ValuePath): number | undefined => {
    const value = valueAt(file, path);
    return typeof value === "number" ? value : undefined;
  };
  const wrong = (at: ValuePath, message: string, what: Problem["what"] = "value"): Problem => ({ at, what, message });
  const problems: Problem[] = [];
  const [first = 0, last = first] = [number(["retrieval", "final_k"]), number(["retrieval", "initial_k"])];
  if (first > last) problems.push(wrong(["retrieval", "final_k"], "must not be more than initial_k"));
  if (WEIGHTS.every((name) => number(["retrieval", "weights", name]) === 0)) {
    problems.push(wrong(["retrieval", "weights"], "must not all be 0: nothing would order the rows"));
  }
  const general = (name: SizeName): number => number(["indexing", name]) ?? DEFAULT_SIZES[name];
  /** Compares the sizes that a table states with each other, and with those that hold otherwise. */
  const checkSizes = (table: ValuePath, otherwise: (name: SizeName) => number): void => {
    for (const [small, large, isBelow] of PAIRS) {
      const own = (name: SizeName): number | undefined => number([...table, name]);
      if (own(small) === undefined && own(large) === undefined) continue;
      const [one, other] = [own(small) ?? otherwise(small), own(large) ?? otherwise(large)];
      if (isBelow ? one < other : one <= other) continue;
      const relation = isBelow ? "must be less than" : "must not be more than";
      const stated = own(small) === undefined ? large : small;
      const message = stated === small ? `${relation} ${large} (${other})` : `${small} (${one}) ${relation} it`;
      problems.push(wrong([...table, stated], message));
    }
  };
  checkSizes(["indexing"], (name) => DEFAULT_SIZES[name]);
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
      checkSizes([list, at, "chunking"], general);
    }
  }
  if (entries > MAX_TREES) {
    const message = `the file has ${entries} sources together; ra takes at most ${MAX_TREES}`;
    problems.push(wrong([LISTS.find((list) => valueAt(file, [list]) !== undefined)!], message));
  }
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
