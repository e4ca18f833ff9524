/** Collections of documents, queries and judgments, on which relevance is measured. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

/** The tree that a collection's documents are indexed as. */
export const TREE = "docs";

export interface CollectionDocument {
  readonly id: string;
  /** Separated by `/`, ends in `.md`. */
  readonly path: string;
  readonly markdown: string;
}

export interface EvalQuery {
  readonly id: string;
  readonly text: string;
  /** How the query was made. Each kind is also reported separately. */
  readonly kind?: string;
}

export interface Collection {
  readonly name: string;
  readonly documents: readonly CollectionDocument[];
  /** The queries that have a relevant document. */
  readonly queries: readonly EvalQuery[];
  /** Query id → document id → grade. A grade above 0 means relevant. */
  readonly judgments: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** Query id → the section that answers it, as `path` or `path#slug`. Empty if only documents are judged. */
  readonly sections: ReadonlyMap<string, string>;
}

interface CorpusLine {
  readonly _id: string;
  readonly title?: string;
  readonly text?: string;
  readonly markdown?: string;
}
interface QueryLine {
  readonly _id: string;
  readonly text: string;
  readonly kind?: string;
}

/**
 * Reads a folder in BEIR's format: `corpus.jsonl` (`_id title text`, or `markdown` as the whole file, whose path is
 * `_id`),
 * `queries.jsonl` (`_id text`, optionally `kind`), `qrels.tsv`, optionally `sections.tsv` (query, section).
 */
export function readCollection(folder: string): Collection {
  const judgments = readJudgments(readFileSync(join(folder, "qrels.tsv"), "utf8"));
  const sectionFile = join(folder, "sections.tsv");
  const sections = existsSync(sectionFile)
    ? rows(readFileSync(sectionFile, "utf8")).map(([query, section]) => [query!, section!] as const)
    : [];
  return {
    name: basename(folder),
    documents: jsonLines<CorpusLine>(join(folder, "corpus.jsonl")).map(documentOf),
    queries: jsonLines<QueryLine>(join(folder, "queries.jsonl"))
      .map(({ _id, text, kind }) => ({ id: _id, text, ...(kind === undefined ? {} : { kind }) }))
      .filter(({ id }) => [...(judgments.get(id)?.values() ?? [])].some((grade) => grade > 0)),
    judgments,
    sections: new Map(sections),
  };
}

/** Writes a collection in the format that {@link readCollection} reads. */
export function writeCollection(
  folder: string,
  { documents, queries, judgments, sections }: Omit<Collection, "name">,
): void {
  const lines = (values: readonly unknown[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join("");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "corpus.jsonl"), lines(documents.map(({ id, markdown }) => ({ _id: id, markdown }))));
  writeFileSync(join(folder, "queries.jsonl"), lines(queries.map(({ id, text, kind }) => ({ _id: id, text, kind }))));
  const graded = [...judgments].flatMap(([query, grades]) =>
    [...grades].map(([document, grade]) => `${query}\t${document}\t${grade}\n`)
  );
  writeFileSync(join(folder, "qrels.tsv"), `query-id\tcorpus-id\tscore\n${graded.join("")}`);
  writeFileSync(
    join(folder, "sections.tsv"),
    [...sections].map(([query, section]) => `${query}\t${section}\n`).join(""),
  );
}

/** Identifies the collection's documents by a hash of their content. */
export function contentHash({ documents }: Pick<Collection, "documents">): string {
  const hash = createHash("sha256");
  for (const { path, markdown } of documents) hash.update(`${path}\0${markdown}\0`);
  return hash.digest("hex").slice(0, 16);
}

/** Takes every n-th query, so that at most `count` remain. */
export function sample(queries: readonly EvalQuery[], count: number): readonly EvalQuery[] {
  if (count >= queries.length) return queries;
  return Array.from({ length: count }, (_, at) => queries[Math.floor((at * queries.length) / count)]!);
}

function documentOf({ _id, title = "", text = "", markdown }: CorpusLine): CollectionDocument {
  if (markdown !== undefined) return { id: _id, path: _id, markdown };
  const heading = title.trim() === "" ? "" : `# ${title.replace(/\s+/g, " ").trim()}\n\n`;
  return { id: _id, path: `${_id}.md`, markdown: `${heading}${text}\n` };
}

function readJudgments(text: string): Map<string, Map<string, number>> {
  const judgments = new Map<string, Map<string, number>>();
  for (const [query, document, score] of rows(text)) {
    const grade = Number(score);
    if (!Number.isFinite(grade)) continue; // the header
    const grades = judgments.get(query!) ?? new Map<string, number>();
    judgments.set(query!, grades.set(document!, grade));
  }
  return judgments;
}

function rows(text: string): readonly (readonly string[])[] {
  return text.split(/\r?\n/).filter((line) => line.trim() !== "").map((line) => line.split("\t"));
}

function jsonLines<T>(file: string): readonly T[] {
  return readFileSync(file, "utf8").split("\n").filter((line) => line.trim() !== "").map((line) =>
    JSON.parse(line) as T
  );
}
