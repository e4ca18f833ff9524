// Writes the outlines that `tests/document/formats/real` compares with ra's, as the formats' own programs read them:
//   bun tools/readers/store_outlines_task.ts [rst | asciidoc | man | notebooks]…
// Sphinx and nbconvert come from the virtual environments of `npm run test:readers`; Ruby with Asciidoctor, and mandoc
// have to be there.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join, relative } from "node:path";
import process from "node:process";
import { materialFolder, type MaterialName } from "../../tests/document/formats/real/material.ts";
import { OUTLINES, plainTitle, type StoredHeading } from "../../tests/document/formats/real/outline.ts";
import { micromarkHeadings } from "../../tests/document/micromark_outline.ts";
import { OPTION, runMandoc, sectionsIn, tagsIn } from "./mandoc_tree.ts";
import { plainHtml } from "./plain_html.ts";

type Outlines = Iterable<readonly [path: string, headings: readonly StoredHeading[]]>;

const cache = process.env["RA_READERS_CACHE"] ?? join(homedir(), ".cache", "ra-readers");
const kinds = process.argv.length > 2 ? process.argv.slice(2) : ["rst", "asciidoc", "man", "notebooks"];

if (kinds.includes("rst")) {
  for (const [name, folder] of [["sphinx", "doc"], ["flask", "docs"], ["docutils", "docs"]] as const) {
    store(name, sphinxOutlines(materialFolder(name), folder));
  }
}
if (kinds.includes("asciidoc")) store("git-doc", asciidocOutlines(materialFolder("git-doc")));
if (kinds.includes("man")) store("npm", manOutlines(join(materialFolder("npm"), "man"), materialFolder("npm")));
if (kinds.includes("notebooks")) store("nbconvert", notebookOutlines(materialFolder("nbconvert")));

function store(name: MaterialName, outlines: Outlines): void {
  const rows = [...outlines].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([path, headings]) => {
    const found = headings.map(({ line, level, text }) => `${line} ${level} ${plainTitle(text)}`.trim());
    // Asciidoctor's title of a document is its first section too.
    return [`# ${path}`, ...found.filter((row, at) => row.startsWith("0 ") || row !== found[at - 1])];
  });
  writeFileSync(join(OUTLINES, `${name}.txt`), `${rows.join("\n")}\n`);
}

function* sphinxOutlines(root: string, folder: string): Outlines {
  const scratch = mkdtempSync(join(tmpdir(), "ra-readers-"));
  try {
    const found = join(scratch, "found.jsonl");
    const python = join(cache, "rst", "bin", "python");
    const args = [join(import.meta.dirname, "rst_oracle.py"), join(root, folder), ".rst", found];
    execFileSync(python, args, { stdio: ["ignore", "ignore", "inherit"] });
    for (const line of readFileSync(found, "utf8").trim().split("\n")) {
      const { path, titles } = JSON.parse(line) as { path: string; titles: readonly [line: number, title: string][] };
      yield [join(folder, path), titles.map(([at, text]) => ({ line: at, level: 0, text }))];
    }
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

function* asciidocOutlines(root: string): Outlines {
  const paths = filesIn(join(root, "usr/share/doc/git-doc"), /\/(?:howto|technical|gitf?|git-[a-c])[^/]*\.txt$/);
  const script = join(import.meta.dirname, "asciidoc_oracle.rb");
  const env = { ...process.env, GEM_PATH: `${join(cache, "gems")}:${process.env["GEM_PATH"] ?? ""}` };
  const printed = execFileSync("ruby", [script], {
    env,
    input: paths.join("\n"),
    maxBuffer: 1 << 30,
    encoding: "utf8",
  });
  for (const line of printed.split("\n").filter((each) => each !== "")) {
    const page = JSON.parse(line) as { path: string; error?: string; headings?: [number, string, number][] };
    if (page.headings === undefined) throw new Error(`Asciidoctor does not read ${page.path}: ${page.error}`);
    yield [
      relative(root, page.path),
      page.headings.map(([level, title, at]) => ({ line: at, level: Math.min(6, level + 1), text: plainHtml(title) })),
    ];
  }
}

function* manOutlines(folder: string, root: string): Outlines {
  for (const path of filesIn(folder, /\.[1-9]$/)) {
    const tree = runMandoc("tree", path);
    const found = [...sectionsIn(tree), ...tagsIn(tree, OPTION)].sort((a, b) => a.line - b.line);
    yield [relative(root, path), found.map(({ line, level }) => ({ line, level, text: "" }))];
  }
}

/** nbconvert writes Markdown, whose lines are not those of the notebook. */
function* notebookOutlines(root: string): Outlines {
  const python = join(cache, "venv", "bin", "python");
  const paths = filesIn(root, /\.ipynb$/);
  const printed = execFileSync(python, ["tools/readers/notebook_pages.py"], {
    input: paths.join("\n"),
    maxBuffer: 1 << 30,
    encoding: "utf8",
  });
  for (const line of printed.split("\n").filter((each) => each !== "")) {
    const { path, markdown } = JSON.parse(line) as { path: string; markdown?: string };
    if (markdown === undefined) continue;
    const headings = micromarkHeadings(new TextEncoder().encode(markdown), 0);
    yield [relative(root, path), headings.map(({ level, text }) => ({ line: 0, level, text }))];
  }
}

function filesIn(folder: string, pattern: RegExp): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => join(folder, path))
    .filter((path) => pattern.test(path)).sort();
}
