// Plants faults in copies of the documentations, and counts those that `ra check --drift` finds. See README.md.
// Run by hand: RA_TEST_DOCS=/path/to/OWNER+NAME[:/another…] npm run test:faults [-- --lost]
import { execFileSync, spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { open } from "../../src/workspace.ts";

const PROGRAM = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
const isVerbose = process.argv.includes("--lost");
/** Addresses of sites that no configuration names. */
const ADDRESSES: Readonly<Record<string, string>> = {
  "aio-libs+aiohttp": "https://docs.aiohttp.org/en/stable",
  "argoproj+argo-workflows": "https://argo-workflows.readthedocs.io/en/latest",
  "astral-sh+uv": "https://docs.astral.sh/uv",
  "bzg+worg": "https://orgmode.org/worg",
  "celery+celery": "https://docs.celeryq.dev/en/stable",
  "etcd-io+website": "https://etcd.io",
  "google+comprehensive-rust": "https://google.github.io/comprehensive-rust",
  "helm+helm-www": "https://helm.sh",
  "kubeflow+website": "https://www.kubeflow.org",
  "pypa+hatch": "https://hatch.pypa.io",
  "pytest-dev+pytest": "https://docs.pytest.org/en/stable",
  "reduxjs+redux": "https://redux.js.org",
  "rollup+rollup": "https://rollupjs.org",
  "rust-lang+cargo": "https://doc.rust-lang.org/cargo",
  "rust-lang+rustc-dev-guide": "https://rustc-dev-guide.rust-lang.org",
  "scrapy+scrapy": "https://docs.scrapy.org/en/latest",
  "typescript-eslint+typescript-eslint": "https://typescript-eslint.io",
  "vitest-dev+vitest": "https://vitest.dev",
  "vuejs+docs": "https://vuejs.org",
  "withastro+docs": "https://docs.astro.build",
};
const DOCUMENT = /\.(?:md|mdx|rst|adoc|org|txt)$/;

interface Fault {
  readonly repository: string;
  readonly path: string;
  readonly line: number;
  readonly from: string;
  readonly to: string;
  readonly kind: string;
  /** What is changed instead of the line: `move`, `remove`, `sources`, or another line. */
  readonly edited: string;
}

const folders = (process.env["RA_TEST_DOCS"] ?? "").split(delimiter).filter((path) => path !== "");
const all = ["faults.tsv", "faults_fresh.tsv", "faults_third.tsv", "faults_fourth.tsv", "faults_fifth.tsv"].flatMap(
  readFaults,
);
const kinds = new Map<string, { planted: number; found: number }>();
for (const folder of folders) {
  const faults = all.filter(({ repository }) => repository === basename(folder));
  if (faults.length > 0) await plantIn(folder, faults);
}
if (kinds.size === 0) {
  console.error("faults: set RA_TEST_DOCS to one or more folders with the names in tools/links/faults*.tsv");
  process.exit(2);
}
const rows = [...kinds].sort(([a], [b]) => (a < b ? -1 : 1));
for (const [kind, { planted, found }] of rows) console.log(`${kind.padEnd(32)}${found} of ${planted}`);
const sum = (of: "planted" | "found"): number => rows.reduce((count, [, row]) => count + row[of], 0);
console.log(`${"all".padEnd(32)}${sum("found")} of ${sum("planted")}`);

function readFaults(name: string): readonly Fault[] {
  const text = readFileSync(new URL(name, import.meta.url), "utf8");
  return text.trimEnd().split("\n").slice(1).map((row) => {
    const [repository = "", path = "", line = "", from = "", to = "", kind = "", edited = ""] = row.split("\t");
    return { repository, path, line: Number(line), from, to, kind, edited };
  });
}

async function plantIn(folder: string, faults: readonly Fault[]): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), "ra-faults-"));
  const project = join(scratch, basename(folder));
  try {
    // Faults that change what documents name need the history, and addresses of the code host the remote.
    const hasHistory = existsSync(join(folder, ".git"));
    cpSync(folder, project, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !/[\\/](?:\.ra|\.ra\.toml)$/.test(path),
    });
    configure(project);
    const before = new Set((await findings(project)).map(({ text }) => text));
    for (const fault of faults) plant(project, fault);
    if (hasHistory) commit(project);
    const after = (await findings(project)).filter(({ text }) => !before.has(text));
    for (const fault of faults) {
      const isFound = after.some((finding) => isOf(finding, fault));
      const counts = kinds.get(fault.kind) ?? { planted: 0, found: 0 };
      kinds.set(fault.kind, { planted: counts.planted + 1, found: counts.found + Number(isFound) });
      if (!isFound && isVerbose) console.log(Object.values(fault).join("\t"));
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** The trees of `ra init`, and one of all other documents. */
function configure(project: string): void {
  const { status, stderr } = spawnSync(process.execPath, [PROGRAM, "init", "-q"], { cwd: project, encoding: "utf8" });
  if (status !== 0) throw new Error(`ra init: ${stderr}`);
  const file = join(project, ".ra.toml");
  const written = readFileSync(file, "utf8");
  const [, path = "."] = /^path = "(.+)"$/m.exec(written) ?? [];
  const address = ADDRESSES[basename(project)];
  const named = address === undefined || /^base_url = /m.test(written)
    ? written
    : written.replace(/^path = .+$/m, (line) => `${line}\nbase_url = "${address}"`);
  writeFileSync(file, named);
  const included = /^include = \[(.+)\]$/m.exec(written)?.[1]?.matchAll(/"([^"*]+)\/\*\*/g);
  const own = path === "." ? [...included ?? []].map(([, folder]) => folder) : [path];
  if (own.length > 0) appendFileSync(file, `\n[tree.others]\npath = "."\nexclude = ${JSON.stringify(own)}\n`);
}

function plant(project: string, { path, line, from, to, edited }: Fault): void {
  if (edited === "move") renameSync(join(project, from), join(project, to));
  else if (edited === "remove") rmSync(join(project, from));
  else if (edited === "sources") renameWord(project, from, to);
  else {
    const [, other = path, at = String(line)] = /^(.+):(\d+)$/.exec(edited) ?? [];
    const file = join(project, other);
    const lines = readFileSync(file, "utf8").split("\n");
    lines[Number(at) - 1] = lines[Number(at) - 1]!.replace(from, () => to);
    writeFileSync(file, lines.join("\n"));
  }
}

/** Renames a symbol in all files that are no documents. */
function renameWord(project: string, from: string, to: string): void {
  const found = git(project, "grep", "-lwIz", "-e", from).split("\0").filter((path) => path !== "");
  for (const path of found.filter((one) => !DOCUMENT.test(one))) {
    const file = join(project, path);
    writeFileSync(file, readFileSync(file, "utf8").replaceAll(new RegExp(`\\b${from}\\b`, "g"), to));
  }
}

function commit(project: string): void {
  git(project, "add", "-A");
  git(project, "-c", "user.name=faults", "-c", "user.email=faults@example.org", "commit", "-qm", "Plant faults");
}

function git(project: string, ...args: readonly string[]): string {
  return execFileSync("git", args, { cwd: project, encoding: "utf8", maxBuffer: 1 << 28 });
}

interface Finding {
  readonly text: string;
  readonly path: string;
  readonly line: number | undefined;
}

/** A document has one fault at most; one that a change elsewhere breaks is known by its line. */
function isOf({ path, line }: Finding, fault: Fault): boolean {
  return path === fault.path && (fault.edited === "" || line === fault.line);
}

/** The warnings of documents; `text` is the path, the message and the line. */
async function findings(project: string): Promise<readonly Finding[]> {
  const workspace = await open(project, { home: null });
  const { issues } = await workspace.check({ drift: true });
  workspace.close();
  return issues.filter(({ level, path }) => level === "warning" && path !== undefined).map((issue) => {
    const path = issue.path!.slice(project.length + 1);
    return { text: `${path}\t${issue.message}\t${issue.line}`, path, line: issue.line };
  });
}
