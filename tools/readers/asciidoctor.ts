/** Runs Asciidoctor on files of AsciiDoc. Installs it in a cache where it is missing. Needs Ruby. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import process from "node:process";

export interface AsciidoctorPage {
  readonly path: string;
  readonly error?: string;
  /** The attributes that were set for it. */
  readonly set: readonly string[];
  readonly headings: readonly (readonly [level: number, title: string, line: number])[];
  readonly html: string;
  readonly values: readonly string[];
}

/** The files of AsciiDoc in a folder, or the file itself. */
export function* asciidocFiles(folder: string): Iterable<string> {
  if (statSync(folder).isFile()) {
    yield folder;
    return;
  }
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== "node_modules" && entry.name !== ".git") yield* asciidocFiles(path);
    if (entry.isFile() && /\.(?:adoc|asciidoc|asc)$/.test(entry.name)) yield path;
  }
}

/** What Asciidoctor reads of files. With `conditions`, each file is read once for each set of attributes. */
export function asciidoctorPages(paths: readonly string[], mode = "both-sides"): readonly AsciidoctorPage[] {
  const gems = join(process.env["RA_READERS_CACHE"] ?? join(homedir(), ".cache", "ra-readers"), "gems");
  const env = { ...process.env, GEM_PATH: `${gems}${delimiter}${process.env["GEM_PATH"] ?? ""}` };
  if (spawnSync("ruby", ["-e", "require 'asciidoctor'"], { env }).status !== 0) {
    mkdirSync(gems, { recursive: true });
    const made = spawnSync("gem", ["install", "--install-dir", gems, "asciidoctor", "-v", "2.0.23"], {
      stdio: "inherit",
    });
    if (made.status !== 0) throw new Error("Asciidoctor cannot be installed: Ruby and its `gem` are needed");
  }
  const script = join(import.meta.dirname, "asciidoc_oracle.rb");
  const run = spawnSync("ruby", [script, mode], { env, input: paths.join("\n"), maxBuffer: 1 << 30, encoding: "utf8" });
  if (run.status !== 0) throw new Error(run.stderr);
  return run.stdout.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line) as AsciidoctorPage);
}
