/**
 * `bun tools/relevance/source_pages.ts FOLDER…`: measures how often a source file's page is among the first five
 * results, for `ra context` and its rivals.
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, extname, join } from "node:path";
import { open } from "../../mod.ts";
import { createFts5 } from "./rivals.ts";
import type { Section } from "./sections.ts";

export interface PageScores {
  readonly repository: string;
  readonly system: string;
  readonly files: number;
  readonly recall5: number;
  readonly mrr: number;
  readonly ms: number;
}

interface Pair {
  readonly source: string;
  readonly pages: readonly string[];
}
interface Asked extends Pair {
  readonly file: string;
}
type Find = (file: string, text: string) => Promise<readonly string[]> | readonly string[];

/** The folder of the pages. No repository has one of this name, so that no source file lies in it. */
const PAGES = "pages-to-find";
const CONFIG = `root = true\n[tree.docs]\npath = "${PAGES}"\ninclude = ["**/*"]\ngitignore = false\n`;

export async function measureRepository(folder: string, rivals: boolean): Promise<readonly PageScores[]> {
  const pairs = readFileSync(join(folder, "pairs.jsonl"), "utf8").trim().split("\n").map((line) =>
    JSON.parse(line) as Pair
  );
  const work = mkdtempSync(join(tmpdir(), "ra-context-"));
  try {
    cpSync(join(folder, "docs"), join(work, PAGES), { recursive: true });
    writeFileSync(join(work, ".ra.toml"), CONFIG);
    const named = pairs.map(({ source, pages }) => ({ file: source, source, pages }));
    const nameless = pairs.map(({ source, pages }, at) => ({
      file: `s${String(at + 1).padStart(3, "0")}${extname(source)}`,
      source,
      pages,
    }));
    const alone = nameless.map(({ file, ...pair }, at) => ({ ...pair, file: `n${at + 1}/${file}` }));
    for (const { file, source } of [...named, ...nameless, ...alone]) {
      mkdirSync(dirname(join(work, file)), { recursive: true });
      cpSync(join(folder, "files", source), join(work, file));
    }
    const workspace = await open(work, { home: null });
    const systems: [string, readonly Asked[], Find][] = [];
    const ask: Find = async (file) =>
      (await workspace.context(file, { list: true, update: false, limit: 10 })).queries[0]!.results.map(({ path }) =>
        path
      );
    await workspace.update();
    systems.push(["ra", named, ask], ["ra, no names", nameless, ask], ["ra, alone", alone, ask]);
    if (rivals) {
      systems.push(["base name", named, async (file) => {
        const stem = basename(file).replace(/\.[^.]*$/, "").replace(/^_+/, "");
        return (await workspace.search(stem, { list: true, update: false, limit: 10 })).queries[0]!.results.map((
          { path },
        ) => path);
      }]);
      const chunks = await workspace.list("chunks");
      const pages = [...new Set(chunks.map(({ path }) => path))].map((path): Section => ({
        document: path,
        id: path,
        parent: null,
        title: "",
        breadcrumb: "",
        body: readFileSync(join(work, PAGES, path), "utf8"),
      }));
      const fts = await createFts5(pages, false);
      systems.push([
        "bm25, whole file",
        nameless,
        (_, text) => fts.search(text).slice(0, 10).map(({ document }) => document),
      ]);
      const sections = sectionsOfTexts(work, chunks);
      const bySection = await createFts5(sections, false);
      systems.push([
        "bm25, sections",
        nameless,
        (_, text) => bySection.search(text).slice(0, 10).map(({ document }) => document),
      ]);
    }
    const rows: PageScores[] = [];
    for (const [system, asked, find] of systems) {
      let found = 0;
      let reciprocal = 0;
      let ms = 0;
      for (const { file, source, pages: right } of asked) {
        const text = readFileSync(join(folder, "files", source), "utf8");
        const start = performance.now();
        const paths = await find(file, text);
        ms += performance.now() - start;
        const rank = paths.findIndex((path) => right.includes(path));
        if (process.env["MISSES"] && system.startsWith("ra") && (rank < 0 || rank >= 5)) {
          console.log(`${system} ${file} ${source} -> ${right.join(" ")} rank ${rank}: ${paths.slice(0, 5).join(" ")}`);
        }
        if (rank >= 0 && rank < 5) found++;
        if (rank >= 0) reciprocal += 1 / (rank + 1);
      }
      rows.push({
        repository: basename(folder),
        system,
        files: asked.length,
        recall5: found / asked.length,
        mrr: reciprocal / asked.length,
        ms: ms / asked.length,
      });
    }
    workspace.close();
    return rows;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function sectionsOfTexts(
  work: string,
  chunks: readonly {
    readonly id: string;
    readonly path: string;
    readonly title: string;
    readonly byte_start: number;
    readonly byte_end: number;
  }[],
): readonly Section[] {
  const starts = new Map<string, number[]>();
  for (const { path, byte_start } of chunks) starts.set(path, [...(starts.get(path) ?? []), byte_start]);
  return chunks.map(({ id, path, title, byte_start, byte_end }) => {
    const next = Math.min(byte_end, ...starts.get(path)!.filter((start) => start > byte_start));
    return {
      document: path,
      id,
      parent: null,
      title,
      breadcrumb: title,
      body: readFileSync(join(work, PAGES, path)).subarray(byte_start, next).toString("utf8"),
    };
  });
}

export function formatScores(rows: readonly PageScores[]): string {
  return rows.map(({ repository, system, files, recall5, mrr, ms }) =>
    `${repository.padEnd(40)} ${system.padEnd(18)} ${String(files).padStart(4)} ${recall5.toFixed(3)} ${
      mrr.toFixed(3)
    } ${ms.toFixed(1).padStart(6)} ms`
  ).join("\n");
}

if ((import.meta as { readonly main?: boolean }).main === true) {
  const rivals = !process.argv.includes("--ra-only");
  const folders = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
  const each = folders.flatMap((
    folder,
  ) => (readdirSync(folder).includes("pairs.jsonl")
    ? [folder]
    : readdirSync(folder).sort().map((name) => join(folder, name)))
  );
  for (const folder of each) console.log(formatScores(await measureRepository(folder, rivals)));
}
