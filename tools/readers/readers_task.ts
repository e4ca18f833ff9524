// Compares what ra reads of notebooks and of pages of Quarto with what nbconvert and pandoc read. Run by hand:
//   RA_TEST_DOCS=/path/to/a/documentation[:/another…] npm run test:readers -- notebooks
// Exits with 1 where headings or words differ by more than the bounds below.
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { basename, delimiter, join, relative } from "node:path";
import process from "node:process";
import { fromMarkdown } from "mdast-util-from-markdown";
import { toString } from "mdast-util-to-string";
import { visiblePage } from "../../tests/document/visible/oracle.ts";
import { Comparison } from "./comparison.ts";
import { ownPage } from "./own_page.ts";

const MOST = { headings: 0.995, lost: 0.005, extra: 0.005 };
/** pandoc knows tables that are drawn, and links in whose address a shortcode stands. */
const MOST_QUARTO = { headings: 0.995, lost: 0.005, extra: 0.01 };

interface ExportedNotebook {
  readonly path: string;
  readonly markdown?: string;
  readonly printed?: string;
}

interface ReadQuarto {
  readonly path: string;
  readonly text?: string;
  readonly headings: readonly (readonly [number, string])[];
}

const folders = (process.env["RA_TEST_DOCS"] ?? "").split(delimiter).filter((path) => path !== "");
const [python = "python3"] = process.argv.slice(2);
if (folders.length === 0) {
  console.error("readers: set RA_TEST_DOCS to one or more folders of notebooks or pages of Quarto");
  process.exit(2);
}
let fails = false;
for (const folder of folders) {
  const notebooks = filesIn(folder, ".ipynb");
  if (notebooks.length > 0) await compareNotebooks(folder, notebooks);
  const pages = filesIn(folder, ".qmd");
  if (pages.length > 0) await compareQuarto(folder, pages);
}
process.exit(fails ? 1 : 0);

async function compareNotebooks(folder: string, paths: readonly string[]): Promise<void> {
  const plain = new Comparison(`${basename(folder)}: notebooks`, MOST);
  const printed = new Comparison(`${basename(folder)}: notebooks with outputs`, MOST);
  for (const page of lines<ExportedNotebook>("tools/readers/notebook_pages.py", paths)) {
    const name = relative(folder, page.path);
    if (page.markdown === undefined) {
      console.log(`nbconvert does not read ${name}`);
      continue;
    }
    plain.add(name, await ownPage(page.path), markdownPage(page.markdown));
    printed.add(name, await ownPage(page.path, true), markdownPage(page.printed ?? ""));
  }
  for (const comparison of [plain, printed]) if (!comparison.print()) fails = true;
}

async function compareQuarto(folder: string, paths: readonly string[]): Promise<void> {
  const comparison = new Comparison(`${basename(folder)}: pages of Quarto`, MOST_QUARTO);
  for (const page of lines<ReadQuarto>("tools/readers/quarto_pages.py", paths)) {
    const name = relative(folder, page.path);
    if (page.text === undefined) console.log(`pandoc does not read ${name}`);
    else {
      const headings = page.headings.map(([level, title]) => `${level} ${title}`);
      comparison.add(name, await ownPage(page.path), { headings, texts: [page.text] });
    }
  }
  if (!comparison.print()) fails = true;
}

function markdownPage(markdown: string) {
  const page = visiblePage(markdown, { mdx: false, vault: false });
  const headings = fromMarkdown(markdown).children.flatMap((node) =>
    node.type === "heading" ? [`${node.depth} ${toString(node).replace(/\{#[^{}]*\}\s*$/, "")}`] : []
  );
  return { headings, texts: page.readings ?? [""] };
}

/** What a program in Python prints of these files. */
function lines<T>(program: string, paths: readonly string[]): readonly T[] {
  const output = execFileSync(python, [program], { input: paths.join("\n"), encoding: "utf8", maxBuffer: 2 ** 30 });
  return output.trim().split("\n").map((line) => JSON.parse(line) as T);
}

function filesIn(folder: string, ending: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/\/(?:node_modules|\.git|\.ipynb_checkpoints)\//.test(path))
    .sort();
}
