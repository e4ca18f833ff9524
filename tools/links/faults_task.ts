// Plants the faults of faults.tsv in copies of the documentations, and counts those that `ra check --drift` finds.
// Run by hand: RA_TEST_DOCS=/path/to/OWNER+NAME[:/another…] npm run test:faults [-- --lost]
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { open } from "../../src/workspace.ts";

const FAULTS = fileURLToPath(new URL("faults.tsv", import.meta.url));
const PROGRAM = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
const isVerbose = process.argv.includes("--lost");

interface Fault {
  readonly repository: string;
  readonly path: string;
  readonly line: number;
  readonly from: string;
  readonly to: string;
  readonly kind: string;
}

const folders = (process.env["RA_TEST_DOCS"] ?? "").split(delimiter).filter((path) => path !== "");
const all = readFaults();
const kinds = new Map<string, { planted: number; found: number }>();
for (const folder of folders) await plantIn(folder, all.filter(({ repository }) => repository === basename(folder)));
if (kinds.size === 0) {
  console.error("faults: set RA_TEST_DOCS to one or more folders with the names in tools/links/faults.tsv");
  process.exit(2);
}
const rows = [...kinds].sort(([a], [b]) => (a < b ? -1 : 1));
for (const [kind, { planted, found }] of rows) console.log(`${kind.padEnd(26)}${found} of ${planted}`);
const sum = (of: "planted" | "found"): number => rows.reduce((count, [, row]) => count + row[of], 0);
console.log(`${"all".padEnd(26)}${sum("found")} of ${sum("planted")}`);

function readFaults(): readonly Fault[] {
  return readFileSync(FAULTS, "utf8").trimEnd().split("\n").slice(1).map((row) => {
    const [repository = "", path = "", line = "", from = "", to = "", kind = ""] = row.split("\t");
    return { repository, path, line: Number(line), from, to, kind };
  });
}

async function plantIn(folder: string, faults: readonly Fault[]): Promise<void> {
  const project = mkdtempSync(join(tmpdir(), "ra-faults-"));
  try {
    cpSync(folder, project, { recursive: true, filter: (path) => !/[\\/](?:\.git|\.ra|\.ra\.toml)$/.test(path) });
    const { status, stderr } = spawnSync(process.execPath, [PROGRAM, "init", "-q"], { cwd: project, encoding: "utf8" });
    if (status !== 0) throw new Error(`ra init: ${stderr}`);
    const before = new Set(await findings(project));
    for (const { path, line, from, to } of faults) {
      const file = join(project, path);
      const lines = readFileSync(file, "utf8").split("\n");
      lines[line - 1] = lines[line - 1]!.replace(from, () => to);
      writeFileSync(file, lines.join("\n"));
    }
    const after = (await findings(project)).filter((finding) => !before.has(finding));
    for (const fault of faults) {
      const isFound = after.some((finding) => finding.startsWith(`${fault.path}\t`));
      const counts = kinds.get(fault.kind) ?? { planted: 0, found: 0 };
      kinds.set(fault.kind, { planted: counts.planted + 1, found: counts.found + Number(isFound) });
      if (!isFound && isVerbose) console.log(Object.values(fault).join("\t"));
    }
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}

/** `path`, the message and the line. A document has one fault at most: a new finding in it is that of its fault. */
async function findings(project: string): Promise<readonly string[]> {
  const workspace = await open(project, { home: null });
  const { issues } = await workspace.check({ drift: true });
  workspace.close();
  return issues.filter(({ level, path }) => level === "warning" && path !== undefined)
    .map(({ path, line, message }) => `${path!.slice(project.length + 1)}\t${message}\t${line}`);
}
