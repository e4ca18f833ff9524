import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { countTokens } from "gpt-tokenizer/encoding/cl100k_base";
import { readSource, readSources } from "./source_files.ts";

const readJson = (path: string) => JSON.parse(readFileSync(path, "utf8"));
const npmPackage = readJson("package.json");
const denoPackage = readJson("deno.json");

/** Returns `commander` for `commander`, and `@a/b` for `@a/b/c`. */
const packageOf = (name: string): string => name.split("/").slice(0, name.startsWith("@") ? 2 : 1).join("/");

const imported = new Set(
  [readSource("mod.ts"), ...readSources("src")]
    .flatMap(({ imports }) => imports)
    .filter((name) => !/^(src\/|wasm\/|node:|[a-z]+\.ts$)/.test(name))
    .map(packageOf),
);

test("package.json and deno.json agree on version, licence and entry", () => {
  assert.equal(denoPackage.version, npmPackage.version);
  assert.equal(denoPackage.license, npmPackage.license);
  assert.equal(denoPackage.exports["."], "./mod.ts");
  assert.equal(npmPackage.exports["."].default, "./dist/mod.js");
  assert.equal(denoPackage.exports["./cli"], "./cli.ts");
  assert.equal(denoPackage.exports["./mcp"], "./mcp.ts");
  assert.deepEqual(npmPackage.bin, { ra: "dist/cli.js" });
});

test("deno.json names every imported package in the version that package.json pins", () => {
  const pinned = Object.fromEntries(
    [...imported].sort().map((name) => [name, `npm:${name}@${npmPackage.devDependencies[name]}`]),
  );
  assert.deepEqual(denoPackage.imports, pinned);
});

test("package.json pins exact versions and has only development dependencies, because dist/ contains them", () => {
  assert.deepEqual(npmPackage.dependencies ?? {}, {});
  for (const [name, version] of Object.entries(npmPackage.devDependencies)) {
    assert.match(version as string, /^\d+\.\d+\.\d+(-[\w.]+)?$/, name);
  }
});

test("package-lock.json names no registry", () => {
  assert.doesNotMatch(readFileSync("package-lock.json", "utf8"), /"resolved": "https?:/);
});

test("npm pack ships only dist, README and LICENSE, with the core and the types", () => {
  assert.ok(existsSync("dist/cli.js"), "dist/ is missing: run npm run build");
  const report = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const answer = JSON.parse(report);
  const packed = (Array.isArray(answer) ? answer[0] : Object.values(answer)[0]) as {
    files: { path: string; mode: number }[];
  };
  const paths = packed.files.map(({ path }) => path);
  assert.deepEqual(paths.filter((path) => !/^(dist\/|README\.md$|LICENSE$|package\.json$)/.test(path)), []);
  for (
    const needed of [
      "README.md",
      "LICENSE",
      "package.json",
      "dist/cli.js",
      "dist/mcp.js",
      "dist/mod.js",
      "dist/ra_core_bg.wasm",
      "dist/ra_reader_bg.wasm",
      "dist/types/mod.d.ts",
      "dist/third_party_licences.txt",
    ]
  ) {
    assert.ok(paths.includes(needed), `${needed} is not in the package`);
  }
  assert.equal(packed.files.find(({ path }) => path === "dist/cli.js")?.mode, 0o755);
});

test("a search of a fresh index needs the reader alone, and a change of the index the whole core", () => {
  const folder = mkdtempSync(join(tmpdir(), "ra-reader-"));
  try {
    const project = join(folder, "project");
    mkdirSync(join(project, "docs"), { recursive: true });
    writeFileSync(join(project, ".ra.toml"), 'root = true\n[tree.docs]\npath = "docs"\n');
    writeFileSync(join(project, "docs/a.mdx"), "# Retries\n\n<Note>backoff</Note>\n");
    const ra = (dist: string, ...args: readonly string[]) =>
      spawnSync("node", [join(dist, "cli.js"), ...args], { cwd: project, encoding: "utf8" });
    const built = ra(resolve("dist"), "search", "backoff");
    assert.match(built.stdout, /Retries/);
    const reader = join(folder, "dist");
    cpSync("dist", reader, { recursive: true, filter: (path) => !/ra_core_bg\.wasm$|[\\/]types$/.test(path) });
    const found = ra(reader, "search", "backoff");
    assert.deepEqual([found.status, found.stdout], [0, built.stdout]);
    writeFileSync(join(project, "docs/b.md"), "# New\n\nbackoff\n");
    const failed = ra(reader, "search", "backoff");
    assert.equal(failed.status, 1);
    assert.match(failed.stderr, /ra_core_bg\.wasm.*install/s);
    assert.match(ra(resolve("dist"), "search", "backoff").stdout, /New/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("on Deno, a search needs none of Node's modules, which take Deno 25 ms to load", {
  skip: process.versions["deno"] === undefined,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), "ra-deno-"));
  try {
    mkdirSync(join(folder, "docs"));
    writeFileSync(join(folder, ".ra.toml"), 'root = true\n[tree.docs]\npath = "docs"\n');
    writeFileSync(join(folder, "docs/a.md"), "# Retries\n\nbackoff\n");
    await new Promise((resolve) => setTimeout(resolve, 2_100)); // ra reads a file again that was written just before
    const cli = pathToFileURL(resolve("dist/cli.js")).href;
    // The bundle reaches Node's modules through `process` alone.
    const guarded = join(folder, "guarded.js");
    const guard = 'Object.defineProperty(globalThis, "process", { get() { throw new Error("process is loaded") } });';
    writeFileSync(guarded, `${guard}\nawait import(${JSON.stringify(cli)});\n`);
    const ra = (entry: string, ...args: readonly string[]) =>
      spawnSync(process.execPath, ["run", "--allow-all", "--no-lock", entry, ...args], {
        cwd: folder,
        encoding: "utf8",
      });
    assert.match(ra(guarded, "search", "backoff").stderr, /process is loaded/); // a build needs them
    const built = ra(cli, "search", "backoff");
    assert.match(built.stdout, /Retries/);
    for (const more of [[], ["--no-update"], ["--json"]]) {
      const { stdout, stderr, status } = ra(guarded, "search", "backoff", ...more);
      assert.deepEqual([status, stderr], [0, ""]);
      assert.match(stdout, /Retries/);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("the bundle imports only the Node modules that it uses, because it loads them at every start", () => {
  const asking = readdirSync("dist").filter((name) =>
    name.endsWith(".js") && /\bfrom\s*["'](?:node:)?module["']/.test(readFileSync(join("dist", name), "utf8"))
  );
  assert.deepEqual(asking, []);
});

test("the bundle, which rewrites the tokenizer's token list as JSON, counts tokens as the tokenizer's package does", async () => {
  // The list has a file of its own beside the tokenizer, because the bridge reads it alone.
  const names = readdirSync("dist").filter((file) => /^part-cl100k_base-.*\.js$/.test(file));
  const parts = await Promise.all(names.map((name) => import(pathToFileURL(resolve("dist", name)).href))) as readonly {
    readonly countTokens?: typeof countTokens;
  }[];
  const bundled = parts.find((part) => part.countTokens !== undefined)?.countTokens;
  assert.ok(bundled, "dist/ is missing: run npm run build");
  const texts = [
    "plain words",
    "naïve café",
    "日本語の文書",
    "👍🏽 “quoted”",
    '\u2028\\u0041"',
    "عربي",
    readFileSync("README.md", "utf8"),
  ];
  assert.deepEqual(texts.map((text) => bundled(text)), texts.map((text) => countTokens(text)));
});

test("docs/dependencies.md explains every package and crate", () => {
  const page = readFileSync("docs/dependencies.md", "utf8");
  const manifests = ["wasm/Cargo.toml", "wasm/model/Cargo.toml"].map((path) => readFileSync(path, "utf8"));
  const dependencySections = manifests.flatMap((manifest) => manifest.split(/^(?=\[)/m))
    .filter((section) => /^\[(target\..*\.)?(dev-)?dependencies\]/.test(section));
  const crates = dependencySections.flatMap((section) =>
    [...section.matchAll(/^([\w-]+) *=(?:.*package *= *"([^"]+)")?/gm)].map(([, name, renamed]) => renamed ?? name!)
  );
  assert.ok(crates.includes("tantivy"));
  const names = [...Object.keys(npmPackage.devDependencies), ...crates];
  assert.deepEqual(names.filter((name) => !page.includes(`\`${name}\``)), []);
});
