/** What must hold between several keys of `rag.yaml`. The file may have other mistakes, so no type is certain here. */
import { MAX_TREES } from "../../config/keys/key.ts";
import { isMeant, type Problem, valueAt } from "./problems.ts";
import { DEFAULT_SIZES } from "./schema.ts";
import type { ValuePath } from "./yaml_places.ts";

const LISTS = ["sources", "convert_docs", "crawl"] as const;
const ORIGINS = ["path", "globs", "git"] as const;
type SizeName = keyof typeof DEFAULT_SIZES;
const PAIRS = [["overlap_lines", "code_max_lines", true], ["min_chunk_chars", "prose_max_chars", false]] as const;
const WEIGHTS = ["semantic", "bm25", "identifier"] as const;
const FOR_GIT = ["ref", "allow_private", "submodules", "sparse", "max_total_bytes"] as const;

/** The file, and what is known to be wrong with it. What follows from a known mistake is not a mistake of its own. */
interface CheckedFile {
  readonly file: unknown;
  readonly found: readonly Problem[];
  isWrong(path: ValuePath): boolean;
  /** Undefined where there is no number, or a wrong one. */
  numberAt(path: ValuePath): number | undefined;
}

export function crossProblems(file: unknown, found: readonly Problem[]): readonly Problem[] {
  const places = new Set(found.map(({ at }) => JSON.stringify(at)));
  const isWrong = (path: ValuePath): boolean => places.has(JSON.stringify(path));
  const checked: CheckedFile = {
    file,
    found,
    isWrong,
    numberAt(path) {
      const value = valueAt(file, path);
      return typeof value === "number" && !isWrong(path) ? value : undefined;
    },
  };
  return [...rankProblems(checked), ...entryProblems(checked), ...serviceProblems(checked)];
}

function wrong(at: ValuePath, message: string, what: Problem["what"] = "value"): Problem {
  return { at, what, message };
}

function rankProblems({ numberAt }: CheckedFile): readonly Problem[] {
  const [last, first] = [numberAt(["retrieval", "initial_k"]), numberAt(["retrieval", "final_k"])];
  const isOver = first !== undefined && last !== undefined && first > last;
  return [
    ...isOver ? [wrong(["retrieval", "final_k"], `must be at most initial_k (${last}), found ${first}`)] : [],
    ...WEIGHTS.every((name) => numberAt(["retrieval", "weights", name]) === 0)
      ? [wrong(["retrieval", "weights"], "must not all be 0: nothing would order the rows")]
      : [],
  ];
}

function entryProblems(checked: CheckedFile): readonly Problem[] {
  const { file, found, isWrong, numberAt } = checked;
  const problems = [...sizeProblems(checked, ["indexing"], (name) => DEFAULT_SIZES[name])];
  const areGeneralWrong = problems.length > 0;
  const ids = new Map<string, string>();
  let entries = 0;
  for (const list of LISTS) {
    const listed = valueAt(file, [list]);
    for (const [at, entry] of (Array.isArray(listed) ? listed as readonly unknown[] : []).entries()) {
      entries++;
      const id = valueAt(entry, ["id"]);
      if (typeof id === "string" && !isWrong([list, at, "id"])) {
        // Ids name folders, and some disks do not tell capital letters from small ones.
        const taken = ids.get(id.toLowerCase());
        if (taken !== undefined) problems.push(wrong([list, at, "id"], `is the id of ${taken} too; ids name folders`));
        else ids.set(id.toLowerCase(), `${list}[${at}]`);
      }
      if (list === "sources") problems.push(...sourceProblems(checked, entry, ["sources", at]));
      const general = (name: SizeName): number | undefined =>
        areGeneralWrong ? undefined : numberAt(["indexing", name]) ?? DEFAULT_SIZES[name];
      problems.push(...sizeProblems(checked, [list, at, "chunking"], general));
    }
  }
  if (entries > MAX_TREES) {
    const message = `the file has ${entries} sources together; ra takes at most ${MAX_TREES}`;
    problems.push(wrong([LISTS.find((list) => valueAt(file, [list]) !== undefined)!], message));
  }
  const isTold = isWrong([]) || isMeant(found, [], LISTS) || LISTS.some((list) => isWrong([list]));
  if (entries === 0 && !isTold) {
    problems.push(wrong(["sources"], "no source: give one in sources, convert_docs or crawl"));
  }
  return problems;
}

/** Compares the sizes that a table states with each other, and with those that hold otherwise. */
function sizeProblems(
  { numberAt }: CheckedFile,
  table: ValuePath,
  otherwise: (name: SizeName) => number | undefined,
): readonly Problem[] {
  return PAIRS.flatMap(([small, large, isBelow]) => {
    const own = (name: SizeName): number | undefined => numberAt([...table, name]);
    if (own(small) === undefined && own(large) === undefined) return [];
    const [one, other] = [own(small) ?? otherwise(small), own(large) ?? otherwise(large)];
    if (one === undefined || other === undefined || (isBelow ? one < other : one <= other)) return [];
    const [relation, reverse] = isBelow ? ["less than", "more than"] : ["at most", "at least"];
    return own(small) === undefined
      ? [wrong([...table, large], `must be ${reverse} ${small} (${one}), found ${other}`)]
      : [wrong([...table, small], `must be ${relation} ${large} (${other}), found ${one}`)];
  });
}

function sourceProblems({ found, isWrong }: CheckedFile, entry: unknown, at: ValuePath): readonly Problem[] {
  if (isWrong(at)) return [];
  const given = ORIGINS.filter((key) => valueAt(entry, [key]) !== undefined);
  const problems: Problem[] = [];
  if (given.length > 1 || (given.length === 0 && !isMeant(found, at, ORIGINS))) {
    const stated = given.length === 0 ? "none" : given.join(" and ");
    problems.push(wrong(at, `needs one of ${ORIGINS.join(", ")}, found ${stated}`));
  }
  // A source that names no place lacks git perhaps.
  if (given.length === 0 || given.includes("git")) return problems;
  const foreign = FOR_GIT.filter((key) => valueAt(entry, [key]) !== undefined && !isWrong([...at, key]));
  return [...problems, ...foreign.map((key) => wrong([...at, key], "belongs to a source with git", "key"))];
}

function serviceProblems({ file, found, isWrong }: CheckedFile): readonly Problem[] {
  return (["embedding", "generation"] as const).filter((section) => {
    const stated = valueAt(file, [section]);
    if (stated === undefined || isWrong([section]) || isMeant(found, [section], ["base_url", "provider"])) return false;
    const provider = valueAt(file, [section, "provider"]) ?? (section === "generation" ? "openai" : "local");
    return provider === "openai" && valueAt(file, [section, "base_url"]) === undefined;
  }).map((section) => wrong([section], "provider openai needs base_url"));
}
