// Compares where ra says that links lead with what the generators' own builds make of them. Run by hand:
//   RA_TEST_DOCS=/path/to/OWNER+NAME[:/another…] npm run test:links [-- --lost]
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, join, relative } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { canonicalAnchor } from "../../src/links/canonical.ts";
import type { LinkTarget } from "../../src/shapes/links.ts";
import { open, type Workspace } from "../../src/workspace.ts";

const TRUTH = fileURLToPath(new URL("truth", import.meta.url));
const PROGRAM = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
const isVerbose = process.argv.includes("--lost");

/** A link, and where it leads. */
interface TrueLink {
  readonly kind: string;
  readonly path: string;
  readonly line: string;
  readonly destination: string;
  readonly target_path: string;
  readonly target_heading: string;
  readonly anchor_origin: string;
}

const folders = (process.env["RA_TEST_DOCS"] ?? "").split(delimiter).filter((path) => path !== "");
const known = folders.filter((folder) => existsSync(truthOf(folder)));
if (known.length === 0) {
  console.error("links: set RA_TEST_DOCS to one or more folders with the names of the files in tools/links/truth");
  process.exit(2);
}
console.log(
  "documentation                          documents       sections        made    wrong, unsaid  guessed  unread",
);
for (const folder of known) console.log(await measure(folder));

function truthOf(folder: string): string {
  return join(TRUTH, `${basename(folder)}.tsv`);
}

function readTruth(path: string): readonly TrueLink[] {
  const [head, ...rows] = readFileSync(path, "utf8").trimEnd().split("\n").filter((line) => !line.startsWith("# "));
  const names = head!.split("\t");
  return rows.map((row) => {
    const values = row.split("\t");
    return Object.fromEntries(names.map((name, at) => [name, values[at] ?? ""])) as unknown as TrueLink;
  });
}

async function measure(folder: string): Promise<string> {
  const project = mkdtempSync(join(tmpdir(), "ra-links-"));
  try {
    cpSync(folder, project, { recursive: true, filter: (path) => !/[\\/](?:\.git|\.ra)$/.test(path) });
    const { status, stderr } = spawnSync(process.execPath, [PROGRAM, "init", "-q"], { cwd: project, encoding: "utf8" });
    if (status !== 0) throw new Error(`ra init: ${stderr}`);
    const workspace = await open(project, { home: null });
    const figures = await compare(workspace, project, readTruth(truthOf(folder)));
    workspace.close();
    const share = (right: number, of: number): string =>
      `${right}/${of}`.padEnd(9) + (of === 0 ? "" : `${(100 * right / of).toFixed(1)} %`);
    return [
      basename(folder).padEnd(36),
      share(figures.documents, figures.links).padEnd(17),
      share(figures.sections, figures.anchors).padEnd(17),
      share(figures.made, figures.ofMade).padEnd(17),
      `${figures.wrong}`.padEnd(8),
      `${figures.guessed}`.padEnd(8),
      `${figures.unread}`,
    ].join("");
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}

interface Figures {
  links: number;
  documents: number;
  anchors: number;
  sections: number;
  ofMade: number;
  made: number;
  wrong: number;
  guessed: number;
  /** Links from or to files that ra does not read. */
  unread: number;
}

async function compare(workspace: Workspace, project: string, links: readonly TrueLink[]): Promise<Figures> {
  const figures = {
    links: 0,
    documents: 0,
    anchors: 0,
    sections: 0,
    ofMade: 0,
    made: 0,
    wrong: 0,
    guessed: 0,
    unread: 0,
  };
  const documents = await workspace.list("docs");
  const roots = new Map(workspace.config.trees.map(({ name, path }) => [name, relative(project, path)]));
  const idOf = new Map(documents.map(({ id, tree, path }) => [join(roots.get(tree)!, path), id]));
  const pathOf = new Map([...idOf].map(([path, id]) => [id, path]));
  for (const link of links) {
    const from = idOf.get(link.path);
    const isRead = link.target_path === "" || idOf.has(link.target_path);
    if (from === undefined || !isRead) {
      figures.unread++;
      continue;
    }
    const [target] = await workspace.resolve([destinationOf(link)], { from, update: false });
    const found = { target: target ?? null, title: await titleOf(workspace, target ?? null), project };
    judge(figures, link, pathOf, found);
  }
  return figures;
}

async function titleOf(workspace: Workspace, target: LinkTarget | null): Promise<string> {
  return target === null ? "" : (await workspace.get(target.id, { update: false })).title;
}

function judge(
  figures: Figures,
  link: TrueLink,
  pathOf: ReadonlyMap<string, string>,
  { target, title, project }: { readonly target: LinkTarget | null; readonly title: string; readonly project: string },
): void {
  const path = target === null
    ? ""
    : pathOf.get(target.id) ?? pathOf.get(target.id.slice(0, target.id.lastIndexOf("#"))) ?? "?";
  const isRight = path === link.target_path ||
    (link.anchor_origin === "included" && takesIn(readFileSync(join(project, link.target_path), "utf8"), path));
  const lost: string[] = [];
  figures.links++;
  figures.documents += Number(isRight);
  if (!isRight) {
    if (target?.sure === true) figures.wrong++;
    lost.push(target?.sure === true ? "WRONG" : "document");
  } else if (target !== null && !target.sure) {
    figures.guessed++;
    lost.push("guess");
  }
  if (isRight && link.target_heading !== "") {
    const isSection = target!.missing === null &&
      (isSameHeading(title, link.target_heading) || isSameHeading(lineAt(project, path, target!), link.target_heading));
    const isMade = link.anchor_origin !== "source" && link.anchor_origin !== "included";
    figures[isMade ? "ofMade" : "anchors"]++;
    figures[isMade ? "made" : "sections"] += Number(isSection);
    if (!isSection) lost.push(isMade ? "made" : "section");
  }
  if (isVerbose) {
    for (const what of lost) {
      console.log(
        [
          what,
          link.kind,
          `${link.path}:${link.line}`,
          link.destination,
          link.target_path,
          link.target_heading,
          target?.id,
          target?.document,
          title,
        ].join("\t"),
      );
    }
  }
}

/** The line that ra names, where the place is within a section. */
function lineAt(project: string, path: string, { line }: LinkTarget): string {
  return line === undefined ? "" : readFileSync(join(project, path), "utf8").split("\n")[line - 1] ?? "";
}

/** Whether a text takes in this file, which then holds what the built page shows. */
function takesIn(text: string, path: string): boolean {
  return path !== "" && text.split("\n").some((line) => /\binclude\b/.test(line) && line.includes(basename(path)));
}

function isSameHeading(title: string, heading: string): boolean {
  const written = heading.replace(/\{[^{}]*\}\s*$/, "").replace(/<[^<>]*>/g, "").replace(/^TODO /, "")
    .replace(/\[\[[^[\]]*\]\[([^[\]]*)\]\]/g, "$1").replace(/:[\w:]+:`([^`<>]*)`/g, "$1")
    // A directive that describes another one, and a call: ra's titles are their names.
    .replace(/^\.\. ([\w:-]+)::.*$/, "$1").replace(/ \([\w, ]*\)$/, "");
  const [one, other] = [canonicalAnchor(title), canonicalAnchor(written)];
  return one === other || (other !== "" && (one.startsWith(other) || one.endsWith(other)));
}

/** A destination as an outline has it. */
function destinationOf({ kind, destination, path }: TrueLink): string {
  if (kind === "wiki" || kind === "embed") return `wiki:${destination}`;
  if (kind === "man") return `man:${destination}`;
  if (kind === "xref") return `xref:${destination}`;
  if (kind === "linkgit") return `wiki:${destination.replace(/\[.*$/, "")}`;
  if (kind === "role:doc" || kind === "toctree") return `doc:${destination}`;
  if (kind.startsWith("role:") || (kind === "reference" && path.endsWith(".rst"))) {
    return `ref:${destination.replace(/^[~.]+/, "")}`;
  }
  if (kind === "org:fuzzy" || kind === "org:custom-id") {
    return `#${encodeURIComponent(destination.replace(/^[*#]/, ""))}`;
  }
  if (!kind.startsWith("org:")) return destination;
  const [, file = "", place] = /^(?:file:)?(.*?)(?:::[*#]?(.*))?$/s.exec(destination) ?? [];
  if (file.startsWith("id:")) return `ref:${file.slice("id:".length)}`;
  return place === undefined ? file : `${file}#${encodeURIComponent(place)}`;
}
