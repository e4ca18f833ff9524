/**
 * `bun tools/relevance/make_newcomers.ts OUT GIT_DIR…`: makes a collection from each documentation for which somebody
 * wrote questions (`newcomers/`), as a person who is new to it would ask. Half of the questions, chosen by a hash of
 * their text, become a collection of their own (`…-locked`): measure it when a change is done, and tune to the others.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Collection, type EvalQuery, writeCollection } from "./collection.ts";

interface Question {
  /** `keywords`, `natural`, `exact`, `paraphrase`, `typo`, or `obvious`: a page that ra once failed to show. */
  readonly kind: string;
  readonly text: string;
  /** The pages that answer it. Any of them is right. */
  readonly pages: readonly string[];
}

/** The folder of each repository's documentation. */
const FOLDERS: Readonly<Record<string, string>> = {
  "denoland+docs": ".",
  "facebook+react-native-website": "docs",
  "fastapi+fastapi": "docs/en/docs",
  "helm+helm-www": "docs",
  "prometheus+docs": "docs",
  "reactjs+react.dev": "src/content",
  "tldr-pages+tldr": "pages",
  "trpc+trpc": "www/docs",
  "vitejs+vite": "docs",
};

function readQuestions(file: string): readonly Question[] {
  return readFileSync(file, "utf8").trim().split("\n").slice(1).map((line) => {
    const [kind = "", text = "", pages = ""] = line.split("\t");
    return { kind, text, pages: pages.split("|") };
  });
}

function readDocuments(gitDirectory: string, folder: string): Collection["documents"] {
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["--git-dir", gitDirectory, ...args], { maxBuffer: 1 << 30, encoding: "utf8" });
  const paths = git("ls-tree", "-r", "-z", "--name-only", "HEAD", folder).split("\0").filter((path) =>
    /\.mdx?$/.test(path)
  );
  return paths.map((path) => ({ id: path, path, markdown: git("cat-file", "blob", `HEAD:${path}`) }));
}

function isLocked({ kind, text }: Question): boolean {
  return kind !== "obvious" && createHash("sha256").update(text).digest()[0]! % 2 === 1;
}

function write(out: string, documents: Collection["documents"], questions: readonly Question[]): void {
  const queries = questions.map(({ kind, text }, at): EvalQuery => ({ id: `q${at + 1}`, text, kind }));
  const judgments = new Map(
    questions.map(({ pages }, at) => [`q${at + 1}`, new Map(pages.map((page) => [page, 1]))] as const),
  );
  writeCollection(out, { documents, queries, judgments, sections: new Map() });
}

const [out, ...directories] = process.argv.slice(2);
if (out === undefined || directories.length === 0) {
  console.error("usage: bun tools/relevance/make_newcomers.ts OUT GIT_DIR…");
  process.exit(2);
}
// `owner+name/repo` or `owner+name.git`
for (const directory of directories) {
  const name = (basename(directory).includes("+") ? basename(directory) : basename(dirname(directory)))
    .replace(/\.git$/, "");
  const file = join(import.meta.dirname, "newcomers", `${name}.tsv`);
  const folder = FOLDERS[name];
  if (folder === undefined || !existsSync(file)) {
    console.error(`${name}: there are no questions for it in tools/relevance/newcomers`);
    continue;
  }
  const documents = readDocuments(directory, folder);
  const known = new Set(documents.map(({ path }) => path));
  const questions = readQuestions(file).filter(({ pages }) => pages.some((page) => known.has(page)));
  const locked = questions.filter(isLocked);
  write(join(out, name), documents, questions.filter((question) => !locked.includes(question)));
  if (locked.length > 0) write(join(out, `${name}-locked`), documents, locked);
  console.log(`${name}: ${documents.length} pages, ${questions.length} questions, ${locked.length} of them locked`);
}
