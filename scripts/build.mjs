// Builds dist/ for npm: ES modules (few for each command), the core, declarations and licences.
import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { rolldown } from "rolldown";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);

const workerUrl = /new URL\(\s*"(\.[^"]*\/)?([^"/]+)\.ts",\s*import\.meta\.url\s*\)/g;
const nodeImport = /^import (?!type )(\{[^}]*\}|\* as \w+|\w+) from "(node:[\w/]+)";$/gm;

/**
 * When code imports a module of Node, Node makes an object of all its exports. Some exports open streams when they are
 * read, which takes 15 ms at every start. So the bundle requests each export only when it uses it. Deno takes long to
 * load any such module, so there the bundle requests the module itself only when it uses it.
 */
function nodeModule(_, names, module) {
  if (module === "node:process") return ""; // a global variable in all runtimes
  const source = `process.getBuiltinModule("${module}")`;
  if (!names.startsWith("{")) {
    const late = `new Proxy({}, { get: (_, name) => ${source}[name] })`;
    return `const ${names.replace("* as ", "")} = "Deno" in globalThis ? ${late} : ${source};`;
  }
  const values = names.slice(1, -1).split(",").map((name) => name.trim()).filter((name) =>
    name !== "" && !name.startsWith("type ")
  );
  return `const { ${values.map((name) => name.replace(" as ", ": ")).join(", ")} } = ${source};`;
}

/** What the build replaces, by path. Each has to be met. */
const PATCHED = new Map([
  "src/store/engine/core_location.ts",
  "src/models/module/model_location.ts",
  "commander/lib/command.js",
  "crc-32/crc32.js",
  "ignore/index.js",
  "opencc-js/dist/esm-lib/dict/TSCharacters.js",
].map((path) => [path, false]));

function isPath(id, path) {
  const isMet = id.replaceAll("\\", "/").endsWith(`/${path}`);
  if (isMet) PATCHED.set(path, true);
  return isMet;
}

/** Replaces what a library has exactly once. Another version may have it twice, or not at all. */
function replaceOnce(code, what, by) {
  const count = code.split(what).length - 1;
  if (count !== 1) throw new Error(`the build replaces ${what} once, and found it ${count} times`);
  return code.replace(what, by);
}

/** Places of files in the bundle: the core and the entries of workers lie beside the modules. */
const sources = {
  name: "sources",
  load(id) {
    if (!/[\\/]src[\\/].*\.ts$/.test(id)) return null;
    if (isPath(id, "src/store/engine/core_location.ts")) {
      return `export const coreLocations = {
        core: new URL("./ra_core_bg.wasm", import.meta.url),
        reader: new URL("./ra_reader_bg.wasm", import.meta.url),
      };`;
    }
    if (isPath(id, "src/models/module/model_location.ts")) {
      return 'export const modelLocation = new URL("./ra_model_bg.wasm", import.meta.url);';
    }
    const code = readFileSync(id, "utf8").replace(workerUrl, 'new URL("./$2.js", import.meta.url)').replace(
      nodeImport,
      nodeModule,
    );
    return { code, moduleType: "ts" };
  },
};

/** A module of the bundle that loads nothing else of Node, as `process` would in Deno. */
const EVENTS = "\0events";

/** Digits of numbers below 64. */
const DIGIT = 48;

/** A letter as three digits. */
function digitsOf(letter) {
  const code = letter.codePointAt(0);
  return String.fromCharCode(...[12, 6, 0].map((shift) => DIGIT + (code >> shift & 63)));
}

/** The pairs of a table of letters in a third of the bytes that they take as escapes. */
function inDigits(table) {
  const pairs = table.split("|").map((entry) => entry.split(" ")).filter(([from, to]) => from !== to);
  if (!pairs.every((pair) => pair.length === 2 && pair.every((text) => [...text].length === 1))) {
    throw new Error("the table of Chinese letters has an entry that is not a pair");
  }
  const digits = JSON.stringify(pairs.flat().map(digitsOf).join(""));
  const read = `(digits) => [...digits].reduce((code, digit) => code * 64 + digit.charCodeAt(0) - ${DIGIT}, 0)`;
  return `const codeOf = ${read};
    const letters = ${digits}.match(/.../g).map((digits) => String.fromCodePoint(codeOf(digits)));
    export default letters.map((letter, at) => at % 2 === 0 ? letter : \` \${letter}|\`).join("").slice(0, -1);`;
}

/** Libraries that ask for more of Node than they need for ra. */
const libraries = {
  name: "libraries",
  resolveId: (id) => (id === EVENTS ? { id } : null),
  async load(id) {
    if (id === EVENTS) return 'export { EventEmitter } from "node:events";';
    // Commander starts processes only for commands that are separate programs, and ra has none of these. Without this,
    // loading `node:child_process` would cost `ra --version` 5 ms.
    if (isPath(id, "commander/lib/command.js")) {
      const code = replaceOnce(readFileSync(id, "utf8"), "require('node:child_process')", "undefined");
      return replaceOnce(code, "require('node:events')", `require("${EVENTS}")`)
        .replace(/^const (\w+) = require\('(node:\w+)'\);$/gm, nodeModule);
    }
    // Only Deno uses it (`src/host/hash.ts`), and its tables take half a millisecond.
    if (isPath(id, "crc-32/crc32.js")) {
      const code = readFileSync(id, "utf8");
      return replaceOnce(code, "factory(exports);", 'if ("Deno" in globalThis) factory(exports);');
    }
    // It asks whether this is Windows, to take paths with backslashes. ra's paths have none.
    if (isPath(id, "ignore/index.js")) {
      const windows = /typeof process !== 'undefined'\s+&& process\.platform === 'win32'/;
      return replaceOnce(readFileSync(id, "utf8"), windows, "false");
    }
    if (isPath(id, "opencc-js/dist/esm-lib/dict/TSCharacters.js")) {
      return inDigits((await import(pathToFileURL(id).href)).default);
    }
    return null;
  },
};

/** Other characters as escapes. A source of ASCII alone takes one byte per character, and less time to parse. */
const inAscii = (code) =>
  code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** The bundle has other characters in strings, templates and regular expressions alone, and none in a raw string. */
const ascii = {
  name: "ascii",
  generateBundle(_, files) {
    for (const file of Object.values(files)) {
      if (file.type !== "chunk") continue;
      if (/String\.raw`[^`]*[^\0-\x7f`]/.test(file.code)) {
        throw new Error(`${file.fileName}: a raw string is not ASCII`);
      }
      file.code = inAscii(file.code);
    }
  },
};

/**
 * A file that only hands on what another one has would cost a start a millisecond. Who imports it gets that from the
 * other file.
 */
const handedOn = {
  name: "handed on",
  generateBundle(_, files) {
    const chunks = Object.values(files).filter((file) => file.type === "chunk");
    for (const { fileName, code, isEntry } of chunks) {
      const found = /^import\{([^}]*)\}from"(\.\/[^"]+)";export\{([\w$,]*)\};\s*$/.exec(code);
      if (found === null || isEntry) continue;
      const [, imported, source, exported] = found;
      const names = new Map(imported.split(",").map((name) => name.split(" as ").toReversed()));
      const members = exported.split(",").map((name) => `${name}:part.${names.get(name) ?? name}`);
      for (const file of chunks) {
        const direct = `import(\`${source}\`).then(part=>({${members}}))`;
        file.code = file.code.replaceAll(`import(\`./${fileName}\`)`, () => direct);
        if (file.code.includes(fileName)) throw new Error(`${file.fileName} needs ${fileName}`);
      }
      delete files[fileName];
    }
  },
};

/**
 * Keeps the tokenizer's 100,000 tokens as JSON. As JavaScript they take half as long again to read, and cost a server
 * 10 MB that it never gets back.
 */
const tokens = {
  name: "tokens",
  async load(id) {
    if (!/[\\/]bpeRanks[\\/]\w+\.js$/.test(id)) return null;
    const json = inAscii(JSON.stringify((await import(pathToFileURL(id).href)).default));
    return `export default JSON.parse(${JSON.stringify(json)});`;
  },
};

/**
 * Decides which modules share a file, because Node takes 1 to 2 ms to load each file. After what runs first, one file
 * holds what every command needs, another what a search needs, a third what a change of the index needs. The rest is
 * divided by who uses it.
 */
function partsOf(parts) {
  const reached = new Map();
  const visit = (id, part, modules) => {
    if (reached.has(id)) return;
    reached.set(id, part);
    for (const next of modules.getModuleInfo(id)?.importedIds ?? []) visit(next, part, modules);
  };
  let done = false;
  return (id, modules) => {
    if (!done) {
      for (const [part, paths] of Object.entries(parts)) {
        for (const path of paths) {
          if (modules.getModuleInfo(join(root, path)) === null) {
            throw new Error(`${path} of part ${part} is not bundled`);
          }
          visit(join(root, path), part, modules);
        }
      }
      done = true;
    }
    return entries.includes(id) ? null : reached.get(id) ?? null;
  };
}

function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesBelow(join(folder, entry.name)) : [join(folder, entry.name)]
  );
}

function workers() {
  return filesBelow("src").flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(workerUrl)].map(([, folder, name]) =>
      join(dirname(path), folder ?? "", `${name}.ts`)
    )
  );
}

/** Collects the licence texts of every package in the bundle. */
function licences(modules) {
  const folders = new Set(modules.flatMap((path) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []));
  return [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const entries = readdirSync(folder);
    const own = entries.find((entry) => /^licen[cs]e/i.test(entry));
    // What the package itself has taken from others.
    const files = [own, entries.find((entry) => /^third.?party/i.test(entry))].filter((entry) => entry !== undefined);
    const texts = own === undefined ? [`Licence: ${license}`] : [];
    texts.push(...files.map((entry) => readFileSync(join(folder, entry), "utf8").trim()));
    return `${name} ${version}\n\n${texts.join("\n\n")}\n`;
  }).join(`\n${"-".repeat(80)}\n\n`);
}

/** The readers of formats, which need nothing else of ra and are loaded when the first file of theirs is met. */
const readers = filesBelow("src/document/formats")
  .filter((path) => /[\\/]read_\w+\.ts$/.test(path) && readFileSync(path, "utf8").includes("markupReader("))
  .map((path) => join(root, path));

/** One file of each reader serves the program and all threads. */
const sharedReaders = {
  name: "shared readers",
  async resolveId(source, importer, options) {
    if (importer === undefined || !/\/read_\w+\.ts$/.test(source)) return null;
    const found = await this.resolve(source, importer, { ...options, skipSelf: true });
    return readers.includes(found?.id) ? { id: `./${basename(found.id, ".ts")}.js`, external: true } : null;
  },
};

/** Bundles these entries into dist/ and returns what was written. */
async function bundle(entries, codeSplitting = {}) {
  const built = await rolldown({
    input: Object.fromEntries(entries.map((path) => [basename(path, ".ts"), path])),
    platform: "node",
    plugins: [sharedReaders, sources, libraries, tokens, handedOn, ascii],
    preserveEntrySignatures: "allow-extension",
    checks: { ineffectiveDynamicImport: false },
    onLog(level, log, handler) {
      // Whoever installs ra has no other package: what is not bundled is missing.
      handler(log.code === "UNRESOLVED_IMPORT" ? "error" : level, log);
    },
  });
  const { output } = await built.write({
    dir: "dist",
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "part-[name]-[hash].js",
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    comments: { legal: false },
    codeSplitting,
  });
  return output;
}

const entries = ["cli.ts", "mcp.ts", "mod.ts"].map((path) => join(root, path));
rmSync("dist", { recursive: true, force: true });
const output = await bundle(entries, {
  includeDependenciesRecursively: false,
  groups: [{
    name: partsOf({
      // Runs before the rest, which an old Node cannot load.
      first: ["src/host/refuse_old_node.ts", "src/host/keep_compiled.ts"],
      start: ["src/cli/main.ts", "src/cli/run/search.ts"],
      // The others are small, and would be four files for each command of `ra rag`.
      search: ["src/workspace.ts", ...["exchange", "pool", "turns"].map((name) => `src/host/${name}.ts`)],
      write: [
        "src/store/update/apply_changes.ts",
        "src/host/memory_file_system.ts",
        "src/store/engine/load.ts",
        "src/document/formats/markdown/read_markdown.ts",
      ],
    }),
    debugName: "parts",
  }],
});
output.push(...await bundle(readers));
// A thread starts in two thirds of the time when it loads nothing that the program alone needs, so it shares no file.
for (const path of workers()) output.push(...await bundle([join(root, path)]));
const unmet = [...PATCHED].filter(([, isMet]) => !isMet).map(([path]) => path);
if (unmet.length > 0) throw new Error(`the build replaces what it has not met: ${unmet.join(", ")}`);
for (const path of ["wasm/pkg/ra_core", "wasm/pkg/ra_reader", "wasm/model/pkg/ra_model"]) {
  copyFileSync(`${path}_bg.wasm`, `dist/${basename(path)}_bg.wasm`);
}
copyFileSync("docs/ra.1", "dist/ra.1");
writeFileSync("dist/third_party_licences.txt", licences(output.flatMap(({ moduleIds = [] }) => moduleIds)));
for (const entry of ["dist/cli.js", "dist/mcp.js"]) chmodSync(entry, 0o755);
execFileSync(process.execPath, ["node_modules/typescript/bin/tsc", "-p", "tsconfig.types.json"], { stdio: "inherit" });
// The package of the converters, which leaves its dependencies where they are installed.
rmSync("documents/dist", { recursive: true, force: true });
await build({
  entryPoints: ["documents/src/mod.ts"],
  outdir: "documents/dist",
  bundle: true,
  packages: "external",
  splitting: true,
  format: "esm",
  platform: "node",
  logLevel: "warning",
});
// What the characters of Chinese, Japanese and Korean fonts mean that a PDF does not bring along.
cpSync("node_modules/pdfjs-dist/cmaps", "documents/dist/cmaps", { recursive: true });
