import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { createDiskFileSystem } from "../../src/host/disk_file_system.ts";
import { installSmallModel } from "../models/installed_model.ts";
import { PROJECT, withProject } from "../cli/project.ts";
import { root } from "../cli/run_ra.ts";
import { codeBlocks, commandsOf } from "./code_blocks.ts";
import { runLine } from "./shell.ts";

const read = (path: string): string => readFileSync(join(root, path), "utf8");
const readme = read("README.md");
const windows = process.platform === "win32";

const { ".ra.toml": _config, ...DOCUMENTS } = PROJECT;

/** The sections whose commands run in a project; the commands of other sections run in a fresh clone. */
const OWN = ["Your own docs", "For agents and scripts"];
const CLONE = ["Try it", "Install"];

test("README.md contains only commands that these tests run", () => {
  const sections = codeBlocks(readme).filter((block) => block.language === "sh").map((block) => block.section);
  assert.deepEqual([...new Set(sections)].sort(), [...OWN, ...CLONE].sort());
  assert.deepEqual(codeBlocks(readme).filter((block) => !["sh", "text", "ts"].includes(block.language)), []);
});

test(
  "the commands of README.md work in your own project",
  { skip: windows },
  () =>
    withProject(DOCUMENTS, (directory) => {
      const answers = new Map(
        OWN.flatMap((section) => commandsOf(readme, section)).map((line) => {
          const run = runLine(line, directory);
          assert.equal(run.code, 0, `${line}\n${run.stdout}${run.stderr}`);
          assert.equal(run.stderr, "", line);
          return [line.split(/ {2,}#/)[0]?.trim() ?? line, run.stdout];
        }),
      );
      const answer = (start: string): string => [...answers].find(([line]) => line.startsWith(start))?.[1] ?? "";
      assert.match(answer('ra search "plug'), /^─── docs\/guide\.md:\d+ ─── User Guide/);
      assert.match(answer("ra search --list"), /^docs:errors\.md[\s\S]*^docs:guide\.md#advanced$/m);
      assert.match(
        answer("ra get"),
        /^─── docs:guide\.md#installation ───\n> User Guide › Installation\n\nUnpack the toaster/,
      );
      assert.match(answer("ra ls docs"), /^docs:api\/http\.md +3 /m);
      assert.match(answer("ra status"), /^ {2}state +current$/m);
      assert.equal(answer("ra check"), "no problems found; index current\n");
      const { queries } = JSON.parse(answer("ra search --json")) as {
        queries: { results: { id: string; content: string }[] }[];
      };
      assert.match(queries[0]?.results[0]?.content ?? "", /plug it in/);
    }),
);

/** Runs a page's example in a project with the published bundle, on this runtime. */
async function runExample(source: string): Promise<string> {
  assert.match(source, /from "ra-search"/);
  let output = "";
  await withProject(PROJECT, (directory) => {
    const file = join(directory, "example.mjs");
    writeFileSync(
      file,
      source.replaceAll('"ra-search"', JSON.stringify(pathToFileURL(join(root, "dist/mod.js")).href)),
    );
    const deno = process.versions["deno"] !== undefined;
    const permissions = deno ? ["run", "--no-prompt", "--allow-read", `--allow-write=${directory}`, "--deny-net"] : [];
    const run = spawnSync(process.execPath, [...permissions, file], { cwd: directory, encoding: "utf8" });
    assert.equal(run.status, 0, run.stderr);
    output = run.stdout;
  });
  return output;
}

test("the library example of README.md prints passages", async () => {
  const example = codeBlocks(readme).find((block) => block.language === "ts");
  const output = await runExample(example?.text ?? "");
  assert.match(
    output,
    /^docs:guide\.md#installation \(lines 8-12\)\n\nUnpack the toaster and plug it in\.$/m,
  );
});

test("the example in mod.ts runs", async () => {
  const example = /```ts\n([\s\S]*?) \* ```/.exec(read("mod.ts"))?.[1]?.replaceAll(/^ \* ?/gm, "") ?? "";
  await runExample(example);
  assert.match(await runExample(example.replace("retry policy", "unplug")), /^docs:errors\.md Error Handling$/m);
});

test("the examples of docs/library.md run", async () => {
  const examples = codeBlocks(read("docs/library.md")).filter((block) => block.language === "js");
  assert.ok(examples.length >= 4);
  for (const example of examples) await runExample(example.text);
});

test(
  "the commands of docs/getting-started.md work one after the other",
  { skip: windows },
  () =>
    withProject(DOCUMENTS, (directory) => {
      const page = read("docs/getting-started.md");
      const lines = codeBlocks(page).filter((block) => block.language === "sh").flatMap((block) =>
        block.text.split("\n").filter((line) => line !== "")
      );
      assert.ok(lines.length >= 6);
      for (const line of lines) {
        const run = runLine(line, directory);
        assert.equal(run.code, 0, `${line}\n${run.stdout}${run.stderr}`);
      }
    }),
);

test(
  "the five commands of docs/first-answer.md lead from an empty folder to a cited answer",
  { skip: windows },
  () =>
    withProject({}, async (directory) => {
      const [five, printed] = codeBlocks(read("docs/first-answer.md"));
      const lines = five!.text.trim().split("\n");
      assert.equal(lines.length, 5);
      // The real model is fetched from the network.
      await installSmallModel(createDiskFileSystem(), join(directory, "no-home"), "minilm");
      let last = "";
      for (const line of lines.filter((line) => line !== "ra model add minilm")) {
        const run = runLine(line, directory);
        assert.equal(run.code, 0, `${line}\n${run.stdout}${run.stderr}`);
        last = run.stdout;
      }
      assert.equal(last.trim(), printed!.text.trim());
    }),
);

const pages = [
  "README.md",
  "CHANGELOG.md",
  ...readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md")).map((name) => `docs/${name}`),
];

/** Returns the anchor that GitHub gives a heading. */
const anchor = (heading: string): string =>
  heading.toLowerCase().replace(/[^\p{L}\p{N}\p{M}_ -]/gu, "").replaceAll(" ", "-");

test("every link between the pages leads somewhere", () => {
  const broken = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].flatMap(([link, path, fragment]) => {
      const target = path === "" ? page : join(dirname(page), path ?? "");
      if (!existsSync(join(root, target))) return [`${page}: ${link}`];
      const headings = fragment === undefined
        ? []
        : [...read(target).matchAll(/^#{1,6} (.*)$/gm)].map((match) => anchor(match[1] ?? ""));
      return fragment === undefined || headings.includes(fragment) ? [] : [`${page}: ${link}`];
    })
  );
  assert.deepEqual(broken, []);
});

test("README.md links every page for users", () => {
  const linked = new Set([...readme.matchAll(/\]\((docs\/[a-z-]+\.md)/g)].map((match) => match[1]));
  assert.deepEqual(pages.filter((page) => page.startsWith("docs/") && !linked.has(page)), []);
});

// npm belongs to Node, and one installation is enough.
const onceOnly = windows || process.versions["deno"] !== undefined || process.versions["bun"] !== undefined ||
  process.env["RA_TEST_RUNTIME"] === "node24";

test("the commands of README.md work word for word in a fresh clone", {
  skip: onceOnly || !existsSync(join(root, ".git")),
}, () => {
  const folder = mkdtempSync(join(tmpdir(), "ra-clone-"));
  try {
    const clone = join(folder, "ra");
    execFileSync("git", ["clone", "--quiet", root, clone], { stdio: "pipe" });
    // Node's test runner refuses to start inside another test run.
    const { NODE_TEST_CONTEXT: _context, ...environment } = process.env;
    const run = (line: string): string => {
      const done = spawnSync("/bin/sh", ["-c", line], {
        cwd: clone,
        encoding: "utf8",
        // This runs a part of the tests. Packages come from npm's cache, and nothing outside the folder changes.
        env: {
          ...environment,
          RA_TEST_ONLY: "tests/text",
          npm_config_prefer_offline: "true",
          npm_config_prefix: join(folder, "prefix"),
        },
      });
      assert.equal(done.status, 0, `${line}\n${done.stdout}${done.stderr}`);
      return done.stdout;
    };
    const [search = "", suite = ""] = commandsOf(readme, "Try it");
    const shown = codeBlocks(readme).find((block) => block.language === "text")?.text ?? "";
    assert.ok(run(search).endsWith(`\n${shown}`), "the answer that README.md shows");
    assert.match(run(suite), /^node +passed[\s\S]*^deno +passed[\s\S]*^bun +passed/m);
    for (const line of commandsOf(readme, "Install")) run(line);
    const version = execFileSync(join(folder, "prefix/bin/ra"), ["--version"], { cwd: folder, encoding: "utf8" });
    assert.equal(version.trim(), (JSON.parse(read("package.json")) as { version: string }).version);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
