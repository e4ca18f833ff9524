/**
 * What the tools of this folder need beside npm's packages of ra. It is installed once into ~/.cache/ra-semantic, or
 * the folder that RA_SEMANTIC_CACHE names.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import process from "node:process";

const root = join(import.meta.dirname, "../..");

export const cache: string = process.env["RA_SEMANTIC_CACHE"] ?? join(homedir(), ".cache/ra-semantic");

const MAX_OUTPUT_SIZE = 1 << 29;

export function run(program: string, args: readonly string[], input = ""): string {
  mkdirSync(cache, { recursive: true });
  const env = {
    ...process.env,
    ONNXRUNTIME_NODE_INSTALL: "skip",
    ONNXRUNTIME_NODE_INSTALL_CUDA: "skip",
    OPENBLAS_NUM_THREADS: "1", // numpy's threads wait for each other busily: two take four times the work of one
  };
  return execFileSync(program, args, {
    cwd: cache,
    env,
    input,
    encoding: "utf8",
    maxBuffer: MAX_OUTPUT_SIZE,
    stdio: ["pipe", "pipe", "inherit"],
  });
}

/** The folder of the sentence model, which scripts/model.mjs fetches. */
export function sentenceModel(): string {
  return run("node", [join(root, "scripts/model.mjs")]).trim();
}

/** The path of a script of this folder, whatever folder this one was compiled to. */
export function script(name: string): string {
  return join(root, "tools/semantic", name);
}

/** A Python that has these packages of PyPI. */
export function python(...packages: readonly string[]): string {
  const venv = join(cache, "venv");
  const program = join(venv, process.platform === "win32" ? "Scripts/python.exe" : "bin/python");
  if (!existsSync(program)) run("python3", ["-m", "venv", venv]);
  const has = (name: string): boolean => {
    try {
      return run(program, ["-c", `import importlib.util as u; print(u.find_spec("${name}") is not None)`]).trim() ===
        "True";
    } catch {
      return false;
    }
  };
  const missing = packages.filter((name) => !has(name));
  if (missing.length > 0) run(program, ["-m", "pip", "install", "--quiet", ...missing]);
  return program;
}

/** The folder node_modules with these packages of npm, each as NAME@VERSION. */
export function npmPackages(...packages: readonly string[]): string {
  const folder = join(cache, "node");
  mkdirSync(folder, { recursive: true });
  const modules = join(folder, "node_modules");
  const missing = packages.filter((name) => !existsSync(join(modules, name.slice(0, name.lastIndexOf("@")))));
  if (missing.length > 0) run("npm", ["install", "--silent", "--prefix", folder, ...missing]);
  return modules;
}

/** The newest Node that the test runner keeps in its cache, if there is one. */
function newestNode(): string | undefined {
  const toolchain = process.env["RA_TOOLCHAIN_CACHE"] ?? join(homedir(), ".cache/ra-toolchain");
  if (!existsSync(toolchain)) return undefined;
  const folder = readdirSync(toolchain).filter((name) => /^node-\d/.test(name)).sort().at(-1) ?? "";
  const program = join(toolchain, folder, "node_modules/.bin/node");
  return existsSync(program) ? program : undefined;
}

/** The runtimes of this machine, each with how it starts a program. */
export function runtimes(): readonly (readonly [name: string, program: string, args: readonly string[]])[] {
  const binary = (name: string): string => join(root, "node_modules/.bin", name);
  const version = (node: string): string => `Node ${run(node, ["--version"]).trim().slice(1)}`;
  const nodes = ["node", newestNode()].filter((node) => node !== undefined);
  return [
    ...nodes.map((node) => [version(node), node, []] as const),
    ["Deno", binary("deno"), ["run", "--allow-all", "--deny-net", "--no-check"]],
    ["Bun", binary("bun"), []],
  ];
}
