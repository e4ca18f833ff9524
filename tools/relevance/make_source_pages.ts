/**
 * `bun tools/relevance/make_source_pages.ts OUT GIT_DIR…`: collects source files whose documentation page is known,
 * from repositories that hold both. If a repository is not in the table, only links pair its files.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { pairsOf, type SourceRepository, type SourceTree } from "./source_pairs.ts";
import { SOURCE_REPOSITORIES } from "./source_repositories.ts";

/** The most files of a repository, spread over it. */
const MAX_FILES = 80;
const MAX_BYTES = 400_000;
const BLOB = /^100(?:644|755) blob (\w+) +(\d+)\t(.*)$/;

function readTree(gitDirectory: string): SourceTree {
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["--git-dir", gitDirectory, ...args], { maxBuffer: 1 << 30 });
  const blobs = git("ls-tree", "-r", "-l", "-z", "HEAD").toString("utf8").split("\0").flatMap((line) => {
    const [, hash, size, path] = BLOB.exec(line) ?? [];
    return hash === undefined || Number(size) > MAX_BYTES ? [] : [[path!, hash] as const];
  });
  const hashes = new Map(blobs);
  const texts = new Map<string, string>();
  return {
    paths: [...hashes.keys()],
    read(path) {
      let text = texts.get(path);
      if (text === undefined) texts.set(path, text = git("cat-file", "blob", hashes.get(path)!).toString("utf8"));
      return text;
    },
  };
}

function write(folder: string, path: string, text: string): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Writes `docs/` with all pages, `files/` with the sources, and `pairs.jsonl` (source, pages). */
export function makeSourcePages(out: string, name: string, gitDirectory: string): number {
  const tree = readTree(gitDirectory);
  const known = SOURCE_REPOSITORIES.filter((each) => each.name === name);
  return (known.length === 0 ? [{ name }] : known).reduce((sum, one) => sum + makePages(out, tree, one), 0);
}

function makePages(out: string, tree: SourceTree, repository: SourceRepository): number {
  const { pages, pairs } = pairsOf(tree, repository);
  const chosen = pairs.filter((_, at) =>
    Math.floor((at * MAX_FILES) / pairs.length) !== Math.floor(((at - 1) * MAX_FILES) / pairs.length)
  );
  const name = `${repository.name.replace("/", "+")}${repository.include === undefined ? "" : "+examples"}`;
  const folder = join(out, name);
  rmSync(folder, { recursive: true, force: true });
  if (chosen.length === 0) return 0;
  for (const page of pages) write(join(folder, "docs"), page, tree.read(page));
  for (const { source, text } of chosen) write(join(folder, "files"), source, text);
  write(folder, "pairs.jsonl", chosen.map(({ source, pages }) => `${JSON.stringify({ source, pages })}\n`).join(""));
  console.log(`${name}: ${pages.length} pages, ${pairs.length} pairs, ${chosen.length} kept`);
  return chosen.length;
}

if ((import.meta as { readonly main?: boolean }).main === true) {
  const [out, ...directories] = process.argv.slice(2);
  if (out === undefined || directories.length === 0) {
    console.error("usage: bun tools/relevance/make_source_pages.ts OUT GIT_DIR…");
    process.exit(2);
  }
  // `owner+name/repo` or `owner+name.git`
  for (const directory of directories) {
    const own = basename(directory).includes("+") ? basename(directory) : basename(dirname(directory));
    makeSourcePages(out, own.replace(/\.git$/, "").replace("+", "/"), directory);
  }
}
