// `ra agents`, run as a shell command.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { commitAll } from "../host/git_repository.ts";
import { codeBlocks } from "../readme/code_blocks.ts";
import { runLine } from "../readme/shell.ts";
import { PROJECT, withProject } from "./project.ts";
import { runRa } from "./run_ra.ts";

const windows = process.platform === "win32";
const read = (folder: string, name: string): string => readFileSync(join(folder, name), "utf8");

/** Returns the commands in a text: the lines of its `sh` blocks, and its code spans. */
function commandsOf(markdown: string): readonly string[] {
  const lines = codeBlocks(markdown).filter(({ language }) => language === "sh").flatMap(({ text }) =>
    text.trimEnd().split("\n")
  );
  return [...lines, ...[...markdown.matchAll(/`(ra [^`\n]+)`/g)].map(([, command]) => command!)];
}

test(
  "every command that ra agents writes into its instructions works",
  { skip: windows },
  () =>
    withProject({ ...PROJECT, "src/main.py": "# toaster overheating\n" }, (cwd) => {
      commitAll(cwd);
      writeFileSync(join(cwd, "src/main.py"), "# toaster overheating, defrost\n");
      assert.equal(runRa(["agents", "-q"], { cwd }).code, 0);
      const commands = commandsOf(read(cwd, "AGENTS.md"));
      assert.ok(commands.length >= 10, commands.join("\n"));
      for (const command of commands) {
        if (command === "ra agents") continue;
        const run = runLine(
          command.replace(/\bFILE\b/, "src/main.py").replace(/\bPLACE\b/, "docs/errors.md:5"),
          cwd,
        );
        // Deno has no permission to run git here.
        if (process.versions["deno"] !== undefined && command.includes("--diff") && run.code === 2) {
          assert.match(run.stderr, /may not run it/);
          continue;
        }
        assert.equal(run.code, 0, `${command}\n${run.stderr}`);
        assert.notEqual(run.stdout, "", command);
      }
    }),
);

test("ra agents joins templates and instructions, keeps your own text, and changes nothing on a second run", () =>
  withProject({
    ...PROJECT,
    ".agents.md": "# House rules\n\nTabs.\n",
    "no-home/.agents.md": "Be brief.\n",
    "AGENTS.md": "# Mine\r\n\r\nEnd",
  }, (cwd) => {
    const first = runRa(["agents"], { cwd });
    assert.equal(first.code, 0, first.stderr);
    assert.match(
      first.stdout,
      /^--- a\/AGENTS\.md\n\+\+\+ b\/AGENTS\.md\n@@ [\s\S]*\n\+# House rules\r\n[\s\S]*\nupdated AGENTS\.md\n$/,
    );
    const text = read(cwd, "AGENTS.md");
    assert.ok(text.startsWith("# Mine\r\n\r\nEnd\r\n\r\n<!-- ra:begin "));
    assert.ok(!/[^\r]\n/.test(text));
    assert.ok(
      text.indexOf("# House rules") < text.indexOf("Be brief.") &&
        text.indexOf("Be brief.") < text.indexOf("## Documentation"),
    );
    assert.match(text, /- `docs`: `docs\/`\r\n- `notes`: `notes\/`\r\n<!-- ra:end -->\r\n$/);
    assert.deepEqual(runRa(["agents"], { cwd }), { stdout: "unchanged: AGENTS.md\n", stderr: "", code: 0 });
    assert.deepEqual(runRa(["agents", "--diff"], { cwd }), { stdout: "", stderr: "", code: 0 });
    assert.equal(read(cwd, "AGENTS.md"), text);
    assert.equal(runRa(["-C", "docs", "agents"], { cwd }).stdout, "unchanged: AGENTS.md\n");
  }));

test("ra agents --diff prints a patch for git apply, exits with 1 and writes nothing", () =>
  withProject({ ...PROJECT, "CLAUDE.md": "Mine, without a newline" }, (cwd) => {
    const { code, stdout } = runRa(["agents", "--diff", "--all"], { cwd });
    assert.equal(code, 1);
    assert.ok(!existsSync(join(cwd, "AGENTS.md")) && read(cwd, "CLAUDE.md") === "Mine, without a newline");
    execFileSync("git", ["init", "-q"], { cwd });
    execFileSync("git", ["apply", "-"], { cwd, input: stdout });
    assert.equal(
      runRa(["agents", "--all"], { cwd }).stdout,
      "unchanged: AGENTS.md\nunchanged: CLAUDE.md\nunchanged: GEMINI.md\n",
    );
  }));

test("ra agents --stdout prints the part and writes nothing, and ra recognises the printed part", () =>
  withProject(PROJECT, (cwd) => {
    const { code, stdout } = runRa(["agents", "--stdout"], { cwd });
    assert.equal(code, 0);
    assert.match(stdout, /^<!-- ra:begin [0-9a-f]{16} [\s\S]*<!-- ra:end -->\n$/);
    assert.ok(!existsSync(join(cwd, "AGENTS.md")));
    writeFileSync(join(cwd, "AGENTS.md"), stdout);
    assert.equal(runRa(["agents", "--diff"], { cwd }).code, 0);
    for (const other of ["--diff", "--json"]) assert.equal(runRa(["agents", "--stdout", other], { cwd }).code, 2);
  }));

test("ra agents refuses to replace an edited part, and then writes no file at all", () =>
  withProject(PROJECT, (cwd) => {
    runRa(["agents", "--claude"], { cwd });
    const edited = read(cwd, "CLAUDE.md").replace("It takes one call.", "It takes two calls.");
    writeFileSync(join(cwd, "CLAUDE.md"), edited);
    writeFileSync(join(cwd, ".agents.md"), "New.\n");
    const before = read(cwd, "AGENTS.md");
    for (const args of [["agents", "--claude"], ["agents", "--claude", "--diff"], ["agents", "--claude", "--json"]]) {
      const run = runRa(args, { cwd });
      assert.deepEqual([run.code, run.stdout], [1, ""]);
      assert.match(
        run.stderr,
        /^ra: CLAUDE\.md:1: the generated part was edited by hand; nothing was written\n {2}hint: .*--force/,
      );
    }
    assert.deepEqual([read(cwd, "AGENTS.md"), read(cwd, "CLAUDE.md")], [before, edited]);
    const only = runRa(["agents"], { cwd });
    assert.match(
      only.stderr,
      /^ra: warning: CLAUDE\.md: its generated part is out of date; run ra agents --claude to write it again\n$/,
    );
    assert.equal(runRa(["agents", "--claude", "--force"], { cwd }).code, 0);
    assert.ok(!read(cwd, "CLAUDE.md").includes("two calls"));
  }));

test("ra agents refuses doubled and unclosed markers", () =>
  withProject({ ...PROJECT, "AGENTS.md": "a\n<!-- ra:begin -->\nb\n" }, (cwd) => {
    const { code, stdout, stderr } = runRa(["agents"], { cwd });
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(stderr, /^ra: AGENTS\.md:2: the begin marker has no end marker; nothing was written\n/);
    assert.equal(read(cwd, "AGENTS.md"), "a\n<!-- ra:begin -->\nb\n");
  }));

test(
  "ra agents writes once when CLAUDE.md is a link to AGENTS.md",
  { skip: windows },
  () =>
    withProject({ ...PROJECT, "AGENTS.md": "Mine.\n" }, (cwd) => {
      symlinkSync("AGENTS.md", join(cwd, "CLAUDE.md"));
      const { code, stdout } = runRa(["agents", "-q", "--claude"], { cwd });
      assert.deepEqual([code, stdout], [0, "updated AGENTS.md (and CLAUDE.md, the same file)\n"]);
      assert.ok(lstatSync(join(cwd, "CLAUDE.md")).isSymbolicLink());
      assert.equal(read(cwd, "AGENTS.md").split("ra:begin").length, 2);
    }),
);

test(
  "ra agents writes through no other link, and says what to do",
  { skip: windows },
  () =>
    withProject({ ...PROJECT, "shared/agents.md": "Shared.\n" }, (cwd) => {
      symlinkSync("shared/agents.md", join(cwd, "AGENTS.md"));
      const { code, stdout, stderr } = runRa(["agents"], { cwd });
      assert.deepEqual([code, stdout], [1, ""]);
      assert.match(stderr, /^ra: AGENTS\.md: this is a symbolic link, and ra writes no file through a link/);
      assert.match(stderr, /replace it by a regular file/);
      assert.equal(read(cwd, "shared/agents.md"), "Shared.\n");
    }),
);

test("ra agents reports a file that it cannot write, and leaves it unchanged", {
  skip: windows || process.getuid?.() === 0,
}, () =>
  withProject({ ...PROJECT, "AGENTS.md": "Mine.\n" }, (cwd) => {
    chmodSync(join(cwd, "AGENTS.md"), 0o444);
    const { code, stdout, stderr } = runRa(["agents"], { cwd });
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(stderr, /cannot write .*AGENTS\.md/);
    assert.equal(read(cwd, "AGENTS.md"), "Mine.\n");
  }));

test("ra agents lists your global trees only when the project has no trees", () =>
  withProject({ ...PROJECT, "no-home/.ra.toml": '[tree.everywhere]\npath = "~/shelf"\n' }, (cwd) => {
    assert.ok(!runRa(["agents", "--stdout"], { cwd }).stdout.includes("everywhere"));
    mkdirSync(join(cwd, "elsewhere"));
    writeFileSync(join(cwd, ".ra.toml"), "");
    assert.match(runRa(["agents", "--stdout"], { cwd }).stdout, /- `everywhere`: `~\/shelf\/`\n/);
  }));
