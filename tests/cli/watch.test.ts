import assert from "node:assert/strict";
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { PROJECT, withProject } from "./project.ts";
import { runRa } from "./run_ra.ts";
import { startWatching, type Watching } from "./watching.ts";

const posixOnly = { skip: process.platform === "win32" };

/** Runs `work` beside `ra watch`, after its first line, and ends `ra watch` with Ctrl-C. */
const whileWatching = (
  args: readonly string[],
  work: (watching: Watching, directory: string) => Promise<void>,
): Promise<void> =>
  withProject(PROJECT, async (directory) => {
    const watching = startWatching(args, directory);
    try {
      assert.match(await watching.nextLine(), /^watching docs, notes: 4 documents; added 4 documents \(.+\)$/);
      await work(watching, directory);
    } finally {
      await watching.interrupt();
    }
  });

/** Returns the next line without its duration. */
const next = async (watching: Watching): Promise<string> =>
  (await watching.nextLine()).replace(/ \([0-9.]+ m?s\)$/, "");

test(
  "ra watch reports new, changed and deleted files, and the index contains them",
  posixOnly,
  () =>
    whileWatching([], async (watching, directory) => {
      writeFileSync(join(directory, "docs/kettle.md"), "# Kettle\n\nBoil water.\n");
      assert.equal(await next(watching), "added docs:kettle.md");
      appendFileSync(join(directory, "docs/kettle.md"), "\nThen descale it.\n");
      assert.equal(await next(watching), "changed docs:kettle.md");
      const found = runRa(["search", "--no-update", "--matches", "descale"], { cwd: directory });
      assert.equal(found.stdout, "docs/kettle.md:5: Then descale it.\n", found.stderr);
      rmSync(join(directory, "docs/kettle.md"));
      assert.equal(await next(watching), "removed docs:kettle.md");
      assert.equal(watching.stderr(), "");
    }),
);

test(
  "ra watch notices every change of a file that an editor replaces by a rename",
  posixOnly,
  () =>
    whileWatching([], async (watching, directory) => {
      for (const text of ["one", "two", "three"]) {
        writeFileSync(join(directory, "docs/.guide.md.tmp"), `# Guide\n\n${text}\n`);
        renameSync(join(directory, "docs/.guide.md.tmp"), join(directory, "docs/guide.md"));
        assert.equal(await next(watching), "changed docs:guide.md");
      }
      appendFileSync(join(directory, "docs/guide.md"), "\nin place\n");
      assert.equal(await next(watching), "changed docs:guide.md");
    }),
);

test(
  "ra watch notices new folders, and folders that move in or out",
  posixOnly,
  () =>
    whileWatching([], async (watching, directory) => {
      mkdirSync(join(directory, "docs/deep/er"), { recursive: true });
      writeFileSync(join(directory, "docs/deep/er/x.md"), "x\n");
      assert.equal(await next(watching), "added docs:deep/er/x.md");
      appendFileSync(join(directory, "docs/deep/er/x.md"), "more\n");
      assert.equal(await next(watching), "changed docs:deep/er/x.md");
      renameSync(join(directory, "docs/deep"), join(directory, "aside"));
      assert.equal(await next(watching), "removed docs:deep/er/x.md");
      renameSync(join(directory, "aside"), join(directory, "docs/back"));
      assert.equal(await next(watching), "added docs:back/er/x.md");
      appendFileSync(join(directory, "docs/back/er/x.md"), "and more\n");
      assert.equal(await next(watching), "changed docs:back/er/x.md");
    }),
);

test(
  "ra watch reports changes that come together on one line",
  posixOnly,
  () =>
    whileWatching([], async (watching, directory) => {
      for (let at = 0; at < 40; at++) writeFileSync(join(directory, `docs/many-${at}.md`), `# ${at}\n`);
      const counts: number[] = [];
      // A machine that stalls between the writes may make two lines of the changes.
      while (counts.reduce((sum, n) => sum + n, 0) < 40) {
        counts.push(Number(/^added (\d+) documents$/.exec(await next(watching))?.[1] ?? 1));
      }
      assert.ok(counts.length < 4, counts.join(" "));
    }),
);

test(
  "ra watch reloads a changed .ra.toml, and keeps the old configuration when the new one is wrong",
  posixOnly,
  () =>
    whileWatching([], async (watching, directory) => {
      const file = join(directory, ".ra.toml");
      const good = readFileSync(file, "utf8");
      mkdirSync(join(directory, "wiki"));
      writeFileSync(join(directory, "wiki/page.md"), "# Page\n");
      writeFileSync(file, `${good}[tree.wiki]\npath = "wiki"\n`);
      assert.equal(await next(watching), "configuration changed: docs, notes, wiki; added wiki:page.md");
      writeFileSync(file, "[tree.docs]\npath = nonsense\n");
      appendFileSync(join(directory, "wiki/page.md"), "more\n");
      assert.equal(await next(watching), "changed wiki:page.md");
      await watching.says(
        /^ra: warning: \.ra\.toml:2: not valid TOML: .*; ra keeps the configuration that it read before$/m,
      );
      writeFileSync(file, good);
      assert.equal(await next(watching), "configuration changed: docs, notes; removed wiki:page.md");
    }),
);

test(
  "ra watch notices that a tree's folder disappears and returns",
  posixOnly,
  () =>
    whileWatching([], async (watching, directory) => {
      renameSync(join(directory, "docs"), join(directory, "away"));
      mkdirSync(join(directory, "notes/sub"));
      writeFileSync(join(directory, "notes/sub/n.txt"), "a note\n");
      assert.equal(await next(watching), "added notes:sub/n.txt");
      writeFileSync(join(directory, "away/new.md"), "# New\n");
      renameSync(join(directory, "away"), join(directory, "docs"));
      assert.equal(await next(watching), "added docs:new.md");
      await watching.says(/^ra: warning: tree docs \(docs\): there is no such directory$/m);
    }),
);

test(
  "ra watch --interval looks for changes at that interval",
  posixOnly,
  () =>
    whileWatching(["--interval", "0.05"], async (watching, directory) => {
      writeFileSync(join(directory, "docs/new.md"), "# New\n");
      assert.equal(await next(watching), "added docs:new.md");
    }),
);

test(
  "Ctrl-C ends ra watch with 130, and leaves a sound index without a lock",
  posixOnly,
  () =>
    whileWatching([], async (watching, directory) => {
      assert.equal(await watching.interrupt(), 130);
      assert.equal(existsSync(join(directory, ".ra/index/lock")), false);
      assert.equal(runRa(["status", "--json"], { cwd: directory }).stdout.includes('"state": "current"'), true);
    }),
);

test("ra watch fails like other commands when it cannot start", () =>
  withProject({}, (directory) => {
    const run = runRa(["watch"], { cwd: directory });
    assert.deepEqual([run.code, run.stdout], [2, ""]);
    assert.match(run.stderr, /^ra: .*: no \.ra\.toml here/);
  }));
