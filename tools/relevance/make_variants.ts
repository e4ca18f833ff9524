/**
 * `bun tools/relevance/make_variants.ts OUT [NAME…]`: builds this checkout with one rule of the ranking switched off at
 * a time, and prints the `--engine` options with which `npm run relevance` measures them. The builds are not optimised
 * like the product: their times say nothing.
 */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";

interface Rule {
  readonly name: string;
  /** A file of `wasm/src`, and what to replace in it. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

const RULES: readonly Rule[] = [
  { name: "coverage", file: "run/combine.rs", from: "const COVERAGE: f64 = 0.4", to: "const COVERAGE: f64 = 0.0" },
  { name: "all-words", file: "run/combine.rs", from: "const ALL_WORDS: f64 = 1.3", to: "const ALL_WORDS: f64 = 1.0" },
  { name: "phrases", file: "run/neighbours.rs", from: "const PHRASE: f64 = 0.2", to: "const PHRASE: f64 = 0.0" },
  { name: "windows", file: "run/neighbours.rs", from: "const NEAR: f64 = 0.2", to: "const NEAR: f64 = 0.0" },
  { name: "document", file: "run/document.rs", from: "const WHOLE: f64 = 0.5", to: "const WHOLE: f64 = 0.0" },
  {
    name: "sections",
    file: "run/document.rs",
    from: "const OTHER_SECTIONS: f64 = 0.3",
    to: "const OTHER_SECTIONS: f64 = 0.0",
  },
  { name: "heading", file: "run/heading.rs", from: "entry.score += held.idf *", to: "entry.score += 0.0 * held.idf *" },
  { name: "whole-query", file: "run/neighbours.rs", from: "MIN_TERMS: usize = 3", to: "MIN_TERMS: usize = 999" },
  { name: "as-typed", file: "run/verbatim.rs", from: "AS_TYPED: f64 = 2.0", to: "AS_TYPED: f64 = 0.0" },
  { name: "exact-titles", file: "run/best.rs", from: "highest * f64::from(level)", to: "0.0 * f64::from(level)" },
  { name: "path-weights", file: "run/weights.rs", from: "request.weights.is_empty()", to: "true" },
  {
    name: "echoes",
    file: "segment.rs",
    from: "let has_echo = has_echo(&document, text);",
    to: "let has_echo = false && has_echo(&document, text);",
  },
  { name: "task-words", file: "run.rs", from: "TASK_WORD_WEIGHT: f64 = 0.5", to: "TASK_WORD_WEIGHT: f64 = 1.0" },
];

const checkout = resolve(import.meta.dirname, "../..");
const cache = process.env["RA_TOOLCHAIN_CACHE"] ?? join(homedir(), ".cache/ra-toolchain");

/** Compiles the core in `source` into `out`, quickly rather than well. */
function build(source: string, out: string): void {
  const versions = readFileSync(join(checkout, "scripts/core_toolchain.env"), "utf8");
  const features = /WASM_FEATURES=["']?([^"'\n]+)/.exec(versions)?.[1] ?? "";
  const options = "build . --mode force --release --no-opt --target web --out-dir".split(" ");
  execFileSync(join(cache, "bin/wasm-pack"), [...options, out, "--", "--locked"], {
    cwd: source,
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      PATH: `${join(cache, "bin")}:${process.env["PATH"]}`,
      RUSTFLAGS: `--cfg getrandom_backend="wasm_js" -C target-feature=${features}`,
      CARGO_TARGET_DIR: join(cache, "target-variants"),
      CARGO_PROFILE_RELEASE_LTO: "off",
      CARGO_PROFILE_RELEASE_CODEGEN_UNITS: "16",
      CARGO_PROFILE_RELEASE_OPT_LEVEL: "2",
      CARGO_INCREMENTAL: "1",
    },
  });
}

const [out, ...names] = process.argv.slice(2);
if (out === undefined || names.some((name) => !RULES.some((rule) => rule.name === name))) {
  console.error(`usage: bun tools/relevance/make_variants.ts OUT [${RULES.map(({ name }) => name).join("|")}…]`);
  process.exit(2);
}
const source = join(resolve(out), "source");
for (const { name, file, from, to } of RULES.filter((rule) => names.length === 0 || names.includes(rule.name))) {
  rmSync(join(source, "src"), { recursive: true, force: true });
  cpSync(join(checkout, "wasm"), source, {
    recursive: true,
    preserveTimestamps: true,
    filter: (path) => !/\/(?:pkg|target)$/.test(path),
  });
  const path = join(source, "src", file);
  const text = readFileSync(path, "utf8");
  if (!text.includes(from)) throw new Error(`${file} holds no "${from}": correct the rule "${name}"`);
  writeFileSync(path, text.replace(from, to));
  const folder = join(resolve(out), name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const part of ["mod.ts", "src", "package.json", "wasm/pkg"]) {
    cpSync(join(checkout, part), join(folder, part), { recursive: true });
  }
  build(source, join(folder, "wasm/pkg"));
  if (existsSync(join(checkout, "node_modules"))) {
    symlinkSync(join(checkout, "node_modules"), join(folder, "node_modules"));
  }
  console.log(`--engine "no ${name}=${folder}"`);
}
