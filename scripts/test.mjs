// Runs the whole suite on every runtime:
//   npm test -- [--runtime NAME]… [--only PATH]… [--shared] [--no-build] [--verbose]
// --shared runs the tests that the runtimes share out, all on each.
// RA_TEST_ONLY is a default for --only, for the test that runs the README's own `npm test`.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, stripVTControlCharacters } from "node:util";
import { findBrowser } from "./browser.mjs";
import { findLanguageModel, findOpenAiPython } from "./test_companions.mjs";
import { LEFT_TO_FIRST_NODE, runtimes, SHARED_OUT } from "./runtimes.mjs";

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));

const AT_ONCE = 2;

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        runtime: { type: "string", multiple: true },
        only: { type: "string", multiple: true, default: [process.env.RA_TEST_ONLY ?? "tests"] },
        shared: { type: "boolean", default: false },
        "no-build": { type: "boolean", default: false },
        verbose: { type: "boolean", default: false },
      },
    });
    const unknown = values.runtime?.find((name) => !Object.hasOwn(runtimes, name));
    if (unknown !== undefined) {
      throw new Error(`no runtime "${unknown}"; known are ${Object.keys(runtimes).join(", ")}`);
    }
    return values;
  } catch (error) {
    console.error(`test: ${error.message}`);
    process.exit(2);
  }
}

function testFiles(prefixes) {
  const wanted = prefixes.map((prefix) => prefix.replace(/^\.\//, ""));
  return readdirSync("tests", { recursive: true, encoding: "utf8" })
    .map((path) => join("tests", path).replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".test.ts") && wanted.some((prefix) => path.startsWith(prefix)))
    .sort();
}

const step = (command, ...parameters) => execFileSync(command, parameters, { stdio: "inherit" });

function buildWhatIsNeeded() {
  step("bash", "scripts/build_core.sh");
  step(process.execPath, "scripts/build_tests.mjs");
  step(process.execPath, "scripts/build.mjs");
}

/** Runs a command to its end. Returns its output as one text without colours. */
function run(name, command, parameters) {
  return new Promise((resolve) => {
    const child = spawn(command, parameters, {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, NO_COLOR: "1", RA_TEST_RUNTIME: name },
    });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text) => (output += text));
    child.stderr.setEncoding("utf8").on("data", (text) => (output += text));
    child.on("error", (error) => resolve({ code: 1, output: `${output}\n${error.message}\n` }));
    child.on("close", (code) => resolve({ code: code ?? 1, output: stripVTControlCharacters(output) }));
  });
}

function verdict(code, { passed, failed }) {
  if (passed + failed === 0) return "RAN NO TESTS";
  return code === 0 && failed === 0 ? "passed" : "FAILED";
}

async function runOn({ name, runtime }, files, verbose) {
  if (runtime.reason !== undefined) return { name, verdict: "left out", detail: runtime.reason };
  if (runtime.error !== undefined) return { name, verdict: "FAILED", detail: runtime.error };
  if (files.length === 0) return { name, verdict: "left out", detail: "another runtime runs these tests" };
  const start = performance.now();
  const { code, output } = await run(name, runtime.command, runtime.prepare(files));
  const counts = runtime.counts(output);
  const result = { name, verdict: verdict(code, counts), ...counts, seconds: (performance.now() - start) / 1000 };
  if (verbose || result.verdict !== "passed") console.log(`\n===== ${name} =====\n${output}`);
  return result;
}

/** Finds or fetches a runtime. Returns a failure as a result, so that the others still run. */
function findRuntime(name) {
  try {
    return { name, runtime: runtimes[name]() };
  } catch (error) {
    return { name, runtime: { error: error.message.split("\n")[0] } };
  }
}

const isUnder = (path, prefixes) => prefixes.some((prefix) => path.startsWith(prefix));

/** The files that a runtime runs. One that is named on the command line runs all. */
function filesOf(name, files) {
  if (options.runtime !== undefined || options.shared) return files;
  const ofOthers = Object.entries(SHARED_OUT).flatMap(([owner, paths]) => owner === name ? [] : paths);
  const left = name === "node24" ? LEFT_TO_FIRST_NODE : [];
  return files.filter((path) => !isUnder(path, [...ofOthers, ...left]));
}

/** Runs at most AT_ONCE runtimes at a time. Returns the results in the given order. */
async function runAll(names, files, verbose) {
  const results = [];
  const waiting = names.map(findRuntime).map((found, index) => ({ found, index }));
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      results[next.index] = await runOn(next.found, filesOf(next.found.name, files), verbose);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}

function table(results) {
  const cell = (value, width) => String(value ?? "").padStart(width);
  const row = ({ name, verdict, passed, failed, skipped, seconds, detail }) =>
    `${name.padEnd(8)} ${verdict.padEnd(13)}${cell(passed, 7)}${cell(failed, 7)}${cell(skipped, 8)}${
      cell(seconds?.toFixed(1), 9)
    }` +
    (detail === undefined ? "" : `  ${detail}`);
  const head = `${"runtime".padEnd(8)} ${"".padEnd(13)}${cell("passed", 7)}${cell("failed", 7)}${cell("skipped", 8)}${
    cell("seconds", 9)
  }`;
  return [head, ...results.map(row)].join("\n");
}

const options = readOptions();
const shared = Object.values(SHARED_OUT).flat();
const unknown = shared.find((path) => !existsSync(path));
if (unknown !== undefined) throw new Error(`there is no ${unknown}`);
const files = testFiles(options.only).filter((path) => !options.shared || isUnder(path, shared));
if (files.length === 0) {
  console.error(`test: no test file under ${options.only.join(", ")}`);
  process.exit(2);
}
if (!options["no-build"]) buildWhatIsNeeded();
process.env.RA_TEST_PROGRAM = resolve("dist/cli.js");
const browser = files.some((path) => path.startsWith("tests/serve/web/browser")) ? findBrowser() : {};
process.env.RA_TEST_BROWSER = browser.path ?? "";
const model = files.includes("tests/cli/local_model.test.ts") ? findLanguageModel() : {};
process.env.RA_TEST_LANGUAGE_MODEL = model.path ?? "";
const client = files.includes("tests/serve/openai/python_client.test.ts") ? findOpenAiPython() : {};
process.env.RA_TEST_OPENAI_PYTHON = client.path ?? "";
const results = await runAll([...new Set(options.runtime ?? Object.keys(runtimes))], files, options.verbose);
console.log(`\n${files.length} test files\n${table(results)}`);
const leftOut = [["of the page in a browser", browser], ["with a language model", model], [
  "with OpenAI's Python client",
  client,
]];
for (const [what, { reason }] of leftOut) {
  if (reason !== undefined) console.log(`\nLeft out: the tests ${what}: ${reason}`);
}
const ran = results.filter(({ verdict }) => verdict !== "left out");
process.exit(ran.length > 0 && ran.every(({ verdict }) => verdict === "passed") ? 0 : 1);
