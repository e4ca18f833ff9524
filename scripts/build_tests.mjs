// Compiles sources and tests to build/ for Node. Some Node versions that ra supports cannot strip types.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));

rmSync("build", { recursive: true, force: true });
execFileSync(process.execPath, ["node_modules/typescript/bin/tsc", "-p", "tsconfig.test.json"], { stdio: "inherit" });

// The compiler rewrites imports, but not the addresses of workers.
for (const entry of readdirSync("build/src", { recursive: true, encoding: "utf8" })) {
  if (!entry.endsWith(".js")) continue;
  const path = join("build/src", entry);
  const code = readFileSync(path, "utf8");
  const rewritten = code.replace(/(new URL\(\s*"\.[^"]*)\.ts("\s*,\s*import\.meta\.url)/g, "$1.js$2");
  if (rewritten !== code) writeFileSync(path, rewritten);
}

// Compiled code looks for fixtures and the core here.
cpSync("tests", "build/tests", { recursive: true, filter: (path) => !path.endsWith(".ts") });
cpSync("tools", "build/tools", { recursive: true, filter: (path) => !path.endsWith(".ts") });
if (existsSync("wasm/pkg")) cpSync("wasm/pkg", "build/wasm/pkg", { recursive: true });
if (existsSync("wasm/model/pkg")) cpSync("wasm/model/pkg", "build/wasm/model/pkg", { recursive: true });
