// Builds dist/ for npm: one ES module bundle with lazily loaded parts, the core beside it, declarations, licences.
import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);

/** In the bundle the core lies beside the modules. */
const coreBeside = {
  name: "core-beside",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/]engine[\\/]core_location\.ts$/ }, () => ({
      contents: 'export const coreLocation = new URL("./ra_core_bg.wasm", import.meta.url);',
    }));
  },
};

const workerUrl = /new URL\(\s*"(\.[^"]*\/)?([^"/]+)\.ts",\s*import\.meta\.url\s*\)/g;

/** `new URL("./x.ts", import.meta.url)` names a worker: it becomes an entry of its own, flat in dist/. */
const workersBeside = {
  name: "workers-beside",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
      const source = readFileSync(path, "utf8");
      if (!source.match(workerUrl)) return undefined;
      return { contents: source.replace(workerUrl, 'new URL("./$2.js", import.meta.url)'), loader: "ts" };
    });
  },
};

function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesBelow(join(folder, entry.name)) : [join(folder, entry.name)],
  );
}

function workers() {
  return filesBelow("src").flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(workerUrl)].map(([, folder, name]) => join(dirname(path), folder ?? "", `${name}.ts`)),
  );
}

/** The licence texts of every package whose code went into the bundle. */
function licences(metafile) {
  const folders = new Set(
    Object.keys(metafile.inputs).flatMap((path) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []),
  );
  return [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file === undefined ? `Licence: ${license}\n` : readFileSync(join(folder, file), "utf8");
    return `${name} ${version}\n\n${text.trim()}\n`;
  }).join(`\n${"-".repeat(80)}\n\n`);
}

rmSync("dist", { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: ["cli.ts", "mcp.ts", "mod.ts", ...workers()].filter((path) => existsSync(path)),
  entryNames: "[name]",
  chunkNames: "part-[hash]",
  outdir: "dist",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: "none",
  metafile: true,
  logLevel: "warning",
  // Some dependencies are CommonJS and require node's own modules.
  banner: { js: 'import{createRequire}from"node:module";const require=createRequire(import.meta.url);' },
  plugins: [coreBeside, workersBeside],
});
copyFileSync("wasm/pkg/ra_core_bg.wasm", "dist/ra_core_bg.wasm");
copyFileSync("docs/ra.1", "dist/ra.1");
writeFileSync("dist/third_party_licences.txt", licences(metafile));
for (const entry of ["dist/cli.js", "dist/mcp.js"]) chmodSync(entry, 0o755);
execFileSync(process.execPath, ["node_modules/typescript/bin/tsc", "-p", "tsconfig.types.json"], { stdio: "inherit" });
