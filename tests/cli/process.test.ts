/** Tests what only a whole process shows: streams, pipes, files and start-up. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { PROJECT, withProject } from "./project.ts";
import { childEnvironment, commandLine, root, runRa } from "./run_ra.ts";

test("ra init --global writes to the home folder and leaves .gitignore alone", () =>
  withProject({ "project/.git/HEAD": "", "home/keep": "" }, (directory) => {
    const run = runRa(["init", "--global"], { cwd: join(directory, "project"), home: join(directory, "home") });
    assert.equal(run.code, 0, run.stderr);
    assert.match(readFileSync(join(directory, "home/.ra.toml"), "utf8"), /^path = "~\/docs"$/m);
    assert.equal(existsSync(join(directory, "project/.gitignore")), false);
  }));

test("ra init --json names the files that it wrote", () =>
  withProject({ ".git/HEAD": "", "docs/a.md": "# A\n" }, (directory) => {
    const init = (...args: string[]): unknown =>
      JSON.parse(runRa(["init", "--json", ...args], { cwd: directory }).stdout);
    const written = {
      path: join(directory, ".ra.toml"),
      tree: { name: "docs", path: "docs" },
      found: null,
      documents: 1,
    };
    assert.deepEqual(init(), { ...written, replaced: false, gitignore: join(directory, ".gitignore") });
    assert.deepEqual(init("--force"), { ...written, replaced: true, gitignore: null });
    const refused = runRa(["init", "--json"], { cwd: directory });
    assert.deepEqual([refused.code, refused.stdout], [1, ""]);
  }));

test("ra --no-update calls a vanished file gone, not changed", () =>
  withProject(PROJECT, (directory) => {
    const ra = (...args: string[]): string => runRa([...args, "--no-update"], { cwd: directory }).stdout;
    runRa(["update"], { cwd: directory });
    rmSync(join(directory, "docs/errors.md"));
    writeFileSync(join(directory, "docs/guide.md"), "# Something else\n");
    assert.match(ra("get", "docs:errors.md#overheating"), /\(the file no longer exists, or ra can no longer read it\)/);
    assert.match(ra("get", "docs:guide.md"), /\(the file changed since it was indexed/);
    assert.match(ra("search", "overheating", "--list"), /Error Handling \(gone since indexing\)/);
    assert.match(ra("search", "browning", "--list"), /\(changed since indexing\)/);
    const marks = (id: string) => {
      const { stale, gone } = JSON.parse(ra("get", id, "--json")) as { stale?: true; gone?: true };
      return [stale, gone];
    };
    assert.deepEqual(marks("docs:errors.md"), [true, true]);
    assert.deepEqual(marks("docs:guide.md"), [true, undefined]);
  }));

test("ra update --prune names the tree that it drops", () =>
  withProject(PROJECT, (directory) => {
    runRa(["update"], { cwd: directory });
    rmSync(join(directory, "notes"), { recursive: true });
    assert.doesNotMatch(runRa(["update"], { cwd: directory }).stdout, /removed/);
    const pruned = runRa(["update", "--prune"], { cwd: directory });
    assert.match(pruned.stdout, /^removed tree notes\nindex updated: 1 removed, 3 unchanged\n$/);
  }));

test("ra init says what is not read, and where the folder comes from, and asks for no search of nothing", () =>
  withProject({ "docs/a.textile": "x\n", "docs/b.pod": "x\n" }, (directory) => {
    assert.equal(
      runRa(["init"], { cwd: directory }).stdout,
      "created .ra.toml with one tree, docs: docs\n" +
        "tree docs holds nothing that ra reads\n" +
        "not read in docs: 1 .pod, 1 .textile (ra has no reader for this yet; " +
        '"**/*.{pod,textile}" in its include reads it as plain text)\n' +
        "next: add documents to its folder, or change `path` and `include` of the tree in .ra.toml; " +
        "`ra check` says what is read\n",
    );
    const search = runRa(["search", "how"], { cwd: directory });
    assert.match(
      search.stdout,
      /^no results for how\n {2}tree docs holds nothing that ra reads\n {2}not read in docs: /,
    );
    assert.doesNotMatch(search.stdout, /is in no section/);
  }));

test("ra init in an empty folder names a next step", () =>
  withProject({ ".keep": "" }, (directory) => {
    assert.match(
      runRa(["init"], { cwd: directory }).stdout,
      /\ntree docs holds nothing that ra reads\nnext: add documents to its folder, or change `path` and `include` /,
    );
  }));

test("ra check finds nothing to say of what ra init has written, and does of another exclude", () =>
  withProject({ "_quarto.yml": "project:\n  output-dir: out\n", "a.md": "# A\n" }, (directory) => {
    runRa(["init"], { cwd: directory });
    const config = readFileSync(join(directory, ".ra.toml"), "utf8");
    assert.match(config, /^exclude = \["out", "\*\*\/_\*", /m);
    assert.doesNotMatch(runRa(["check"], { cwd: directory }).stdout, /matches nothing/);
    writeFileSync(join(directory, ".ra.toml"), config.replace('exclude = ["out", ', 'exclude = ["outt", '));
    assert.match(runRa(["check"], { cwd: directory }).stdout, /exclude "outt" matches nothing/);
  }));

test("ra init names the file of the site generator", () =>
  withProject({ "book.toml": "[book]\n", "src/a.md": "# A\n", "README.md": "# R\n" }, (directory) => {
    assert.equal(
      runRa(["init"], { cwd: directory }).stdout,
      "created .ra.toml with one tree, docs: src (book.toml, mdBook)\n" +
        "not read, outside every tree: 1 .md in the project's own folder (a tree for such a folder reads this)\n" +
        'next: ra search "what you want to know"\n',
    );
    assert.match(readFileSync(join(directory, ".ra.toml"), "utf8"), /^# From "book\.toml" \(mdBook\)\.$/m);
  }));

test("ra init makes the folder itself the tree when there is no docs folder, and writes a valid file", () =>
  withProject({ "readme.md": "# R\n" }, (directory) => {
    assert.equal(runRa(["init"], { cwd: directory }).code, 0);
    assert.match(readFileSync(join(directory, ".ra.toml"), "utf8"), /^path = "\."$/m);
    assert.equal(runRa(["config"], { cwd: directory }).code, 0);
    assert.equal(existsSync(join(directory, ".gitignore")), false);
  }));

test("ra init adds the index to .gitignore once and keeps its line ends", () =>
  withProject({ ".git/HEAD": "", ".gitignore": "dist/\r\nlogs" }, (directory) => {
    runRa(["init"], { cwd: directory });
    runRa(["init", "--force"], { cwd: directory });
    assert.equal(readFileSync(join(directory, ".gitignore"), "utf8"), "dist/\r\nlogs\r\n.ra/\r\n");
  }));

test("ra init leaves a .gitignore alone that already ignores the index in another way", () =>
  withProject({ ".git/HEAD": "", ".gitignore": ".*\n!.gitignore\n", "sub/x.md": "x" }, (directory) => {
    const run = runRa(["init", "-C", "sub"], { cwd: directory });
    assert.equal(run.code, 0, run.stderr);
    assert.equal(readFileSync(join(directory, ".gitignore"), "utf8"), ".*\n!.gitignore\n");
    assert.ok(existsSync(join(directory, "sub/.ra.toml")));
  }));

test("ra init does not write through a dangling link without --force", () =>
  withProject({ "a/x": "" }, (directory) => {
    // Deno makes links only with permission to write everywhere.
    assert.equal(spawnSync("ln", ["-s", join(directory, "elsewhere.toml"), join(directory, ".ra.toml")]).status, 0);
    assert.equal(runRa(["init"], { cwd: directory }).code, 1);
    assert.equal(existsSync(join(directory, "elsewhere.toml")), false);
  }));

test("ra config, help and init load neither the workspace nor the engine", () => {
  const imports = (path: string): string[] =>
    [...readFileSync(join(root, path), "utf8").matchAll(/^(?:import|export)\s+(?!type\b)[^"]*?from "(\.[^"]+)"/gm)]
      .map((match) => join(path, "..", match[1] ?? "").replaceAll("\\", "/"));
  for (
    const entry of [
      "cli.ts",
      "src/cli/main.ts",
      "src/cli/program.ts",
      "src/cli/run/init.ts",
      "src/cli/run/config.ts",
      "src/cli/run/completions.ts",
      "src/cli/run/complete.ts",
    ]
  ) {
    const seen = new Set<string>();
    const queue = [entry];
    for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
      if (seen.has(path)) continue;
      seen.add(path);
      queue.push(...imports(path));
    }
    // Commands that open the workspace load the module that compiles the core. That module imports nothing of the
    // engine.
    for (const path of seen) {
      assert.doesNotMatch(
        path,
        /src\/(workspace\.ts|store\/(?!engine\/(?:compile_core|core_location)\.ts))/,
        `${entry} → ${path}`,
      );
    }
  }
});

test("ra completions prints a script for each shell, and Tab offers commands, options, values, trees and files", () =>
  withProject(PROJECT, (directory) => {
    for (const shell of ["bash", "zsh", "fish", "powershell"]) {
      const run = runRa(["completions", shell], { cwd: directory });
      assert.equal(run.code, 0, run.stderr);
      assert.match(run.stdout, /ra complete '?--/, shell);
    }
    const offers = (...words: string[]): string[] =>
      runRa(["complete", "--", ...words], { cwd: directory }).stdout.split("\n").flatMap((line) =>
        line.startsWith(":") || line === "" ? [] : [line.split("\t")[0] ?? ""]
      );
    assert.deepEqual(offers("se"), ["search", "serve"]);
    assert.deepEqual(offers("search", "--li"), ["--limit", "--list", "--links"]);
    assert.deepEqual(offers("search", "--col"), ["--color"]);
    assert.deepEqual(offers("search", "--sort", ""), ["score", "date", "path"]);
    assert.deepEqual(offers("search", "--tree", ""), ["docs", "notes"]);
    assert.deepEqual(offers("ls", "t"), ["trees", "tags"]);
    assert.deepEqual(offers("inspect", "doc", "docs/g"), ["docs/guide.md"]);
  }));

test("only RA_DEBUG=1 adds the stack to an error", () =>
  withProject({}, (directory) => {
    assert.doesNotMatch(runRa(["config"], { cwd: directory }).stderr, /^\s+at /m);
    assert.match(runRa(["config"], { cwd: directory, env: { RA_DEBUG: "1" } }).stderr, /^\s+at /m);
  }));

test("commands that only read leave the folder unchanged", () =>
  withProject(PROJECT, (directory) => {
    const before = readdirSync(directory).sort();
    for (
      const args of [["status"], ["check"], ["config"], ["inspect", "doc", "docs/guide.md"], ["--help"], [
        "completions",
        "bash",
      ]]
    ) {
      runRa(args, { cwd: directory });
      assert.deepEqual(readdirSync(directory).sort(), before, args.join(" "));
    }
  }));

test("a pipe receives a large answer whole", () =>
  withProject({ ...PROJECT, "docs/large.md": `# Large\n\n${"zebra crossing\n".repeat(40_000)}` }, (directory) => {
    const run = runRa(["get", "docs:large.md", "--json"], { cwd: directory });
    assert.equal(run.code, 0, run.stderr);
    assert.equal((JSON.parse(run.stdout) as { content: string }).content.match(/zebra/g)?.length, 40_000);
  }));

test("ra ends quietly with 0 when the reader of its output closes the pipe", () =>
  withProject({ ...PROJECT, "docs/large.md": `# Large\n\n${"zebra crossing\n".repeat(40_000)}` }, async (directory) => {
    runRa(["-q", "update"], { cwd: directory });
    const { command, args } = commandLine([directory]);
    const child = spawn(command, [...args, "get", "docs:large.md"], {
      cwd: directory,
      env: childEnvironment(join(directory, "no-home")),
      stdio: ["ignore", "pipe", "pipe"],
    });
    let errors = "";
    child.stderr.on("data", (text) => (errors += String(text)));
    child.stdout.once("data", () => child.stdout.destroy());
    const code = await new Promise((resolve) => child.on("close", resolve));
    assert.deepEqual([code, errors], [0, ""]);
  }));

test("a query after -- may look like an option", () =>
  withProject({ ...PROJECT, "docs/flags.md": "# Flags\n\nThe --dry-run flag changes nothing.\n" }, (directory) => {
    const run = runRa(["search", "--matches", "--", "--dry-run"], { cwd: directory });
    assert.equal(run.stdout, "docs/flags.md:3: The --dry-run flag changes nothing.\n", run.stderr);
  }));

test("-C works like a change of folder, and ra prints paths that you can open from where you are", () =>
  withProject(PROJECT, (directory) => {
    mkdirSync(join(directory, "deep/er"), { recursive: true });
    writeFileSync(join(directory, "deep/er/x"), "");
    const run = runRa(["search", "--matches", "defrost", "-C", "../.."], { cwd: join(directory, "deep/er") });
    assert.equal(run.stdout, "../../docs/guide.md:20: The defrost mode doubles the time.\n", run.stderr);
  }));
