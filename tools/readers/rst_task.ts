/**
 * Compares what ra reads of reStructuredText with what Sphinx reads. `RA_TEST_DOCS` names folders of
 * documents, separated by `:`. What it installs is kept in the user's cache.
 *
 *     RA_TEST_DOCS=/path/to/django/docs npm run test:readers -- rst
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { compareRst } from "./compare_rst.ts";

const cache = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "ra-readers", "rst");
const python = join(cache, "bin", "python");

function install(): void {
  if (existsSync(python)) return;
  execFileSync("python3", ["-m", "venv", cache], { stdio: "inherit" });
  execFileSync(python, ["-m", "pip", "install", "--quiet", "docutils==0.22.4", "sphinx>=8"], { stdio: "inherit" });
}

const folders = (process.env["RA_TEST_DOCS"] ?? "").split(":").filter((folder) => folder !== "");
if (folders.length === 0) throw new Error("RA_TEST_DOCS must name a folder of documents");
install();
const scratch = mkdtempSync(join(tmpdir(), "ra-readers-"));
try {
  for (const folder of folders) {
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
    const suffix = names.some((name) => name.endsWith(".rst") && !name.endsWith("README.rst")) ? ".rst" : ".txt";
    const found = join(scratch, "found.jsonl");
    const oracle = join(import.meta.dirname, "rst_oracle.py");
    execFileSync(python, [oracle, folder, suffix, found], { stdio: ["ignore", "ignore", "inherit"] });
    console.log(compareRst(folder, found));
  }
} finally {
  rmSync(scratch, { recursive: true });
}
