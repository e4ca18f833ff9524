import assert from "node:assert/strict";
import { test } from "node:test";
import { type AgentFile, outdatedFiles, planAgentFiles, writeAgentFiles } from "../../src/agents/agent_files.ts";
import { writeInstructions } from "../../src/agents/instructions.ts";
import { markPart } from "../../src/agents/marked_part.ts";
import { readTemplates } from "../../src/agents/templates.ts";
import { RaError } from "../../src/errors.ts";
import { createMemoryFileSystem, type MemoryFileSystem } from "../../src/host/memory_file_system.ts";

const CONTENT = "Text.\n";
const textOf = (fs: MemoryFileSystem, path: string): string | undefined => {
  const bytes = fs.readFile(path);
  return bytes === undefined ? undefined : new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
};
const plan = (fs: MemoryFileSystem, names: readonly string[] = ["AGENTS.md"], force = false): readonly AgentFile[] =>
  planAgentFiles(fs, "/p", names, CONTENT, force);
const code = (expected: string) => (error: unknown): boolean => error instanceof RaError && error.code === expected;

test("planAgentFiles() writes nothing, and writeAgentFiles() writes only files that differ", () => {
  const fs = createMemoryFileSystem({ "/p/AGENTS.md": `${markPart(CONTENT)}\n`, "/p/CLAUDE.md": "mine" });
  const files = plan(fs, ["AGENTS.md", "CLAUDE.md", "GEMINI.md"]);
  assert.deepEqual(files.map(({ path, state }) => [path, state]), [["/p/AGENTS.md", "unchanged"], [
    "/p/CLAUDE.md",
    "changed",
  ], ["/p/GEMINI.md", "new"]]);
  assert.equal(textOf(fs, "/p/CLAUDE.md"), "mine");
  const untouched = fs.stat("/p/AGENTS.md");
  writeAgentFiles(fs, files);
  assert.deepEqual(fs.stat("/p/AGENTS.md"), untouched);
  assert.equal(textOf(fs, "/p/CLAUDE.md"), `mine\n\n${markPart(CONTENT)}\n`);
  assert.equal(textOf(fs, "/p/GEMINI.md"), `${markPart(CONTENT)}\n`);
});

test("planAgentFiles() refuses an edited part without force, unless the edit is what ra would write", () => {
  const edited = markPart("old\n").replace("old", "mine");
  assert.throws(
    () => plan(createMemoryFileSystem({ "/p/AGENTS.md": `a\n${edited}` })),
    (error: unknown) => code("agents-edited")(error) && (error as RaError).line === 2,
  );
  assert.equal(
    plan(createMemoryFileSystem({ "/p/AGENTS.md": edited }), ["AGENTS.md"], true)[0]?.after,
    markPart(CONTENT),
  );
  assert.equal(
    plan(createMemoryFileSystem({ "/p/AGENTS.md": markPart("old\n").replace("old", "Text.") }))[0]?.after,
    markPart(CONTENT),
  );
});

test("planAgentFiles() refuses a file that it cannot write back byte for byte", () => {
  assert.throws(
    () => plan(createMemoryFileSystem({ "/p/AGENTS.md": new Uint8Array([0x61, 0xe9, 0x0a]) })),
    code("not-text"),
  );
  assert.throws(() => plan(createMemoryFileSystem({ "/p/AGENTS.md/x": "" })), code("io"));
});

test("planAgentFiles() takes a link to AGENTS.md beside it as that file, and refuses every other link", () => {
  const fs = createMemoryFileSystem({ "/p/AGENTS.md": "mine", "/outside/secret.md": "secret" });
  fs.addSymlink("/p/CLAUDE.md", "AGENTS.md");
  const [file, ...others] = plan(fs, ["AGENTS.md", "CLAUDE.md"]);
  assert.deepEqual([file?.path, file?.links, others], ["/p/AGENTS.md", ["/p/CLAUDE.md"], []]);
  fs.addSymlink("/p/GEMINI.md", "../outside/secret.md");
  fs.addSymlink("/p/broken.md", "nowhere");
  fs.addOther("/p/pipe.md");
  for (const name of ["GEMINI.md", "broken.md", "pipe.md"]) {
    assert.throws(() => plan(fs, ["AGENTS.md", name]), { code: "io", path: `/p/${name}` });
  }
  assert.deepEqual(outdatedFiles(fs, "/p", ["GEMINI.md", "pipe.md"], CONTENT), []);
});

test("readTemplates() refuses a template of the project that is a link; the one at home may be a link", () => {
  const fs = createMemoryFileSystem({ "/p/a.md": "", "/outside/secret.md": "secret", "/home/dotfiles/a.md": "Mine." });
  fs.addSymlink("/home/.agents.md", "dotfiles/a.md");
  assert.deepEqual(readTemplates(fs, "/p", "/home"), ["Mine."]);
  assert.deepEqual(readTemplates(fs, "/home", "/home"), ["Mine."]);
  fs.addSymlink("/p/.agents.md", "../outside/secret.md");
  assert.throws(() => readTemplates(fs, "/p", "/home"), /it is a symbolic link/);
});

test("outdatedFiles() names exactly the files whose part differs", () => {
  const fs = createMemoryFileSystem({
    "/p/a": markPart("old\n"),
    "/p/b": markPart(CONTENT),
    "/p/c": "mine",
    "/p/d": "<!-- ra:end -->",
  });
  assert.deepEqual(outdatedFiles(fs, "/p", ["a", "b", "c", "d", "e"], CONTENT), ["a"]);
});

test("readTemplates() reads the project's templates first and the home's second, each once, without blank ends", () => {
  const fs = createMemoryFileSystem({
    "/p/.agents.md": "\uFEFF\r\n# Mine\r\n\r\n  code\r\n\r\n",
    "/home/.agents.md": "# Home\n",
    "/q/.agents.md": " \n",
  });
  assert.deepEqual(readTemplates(fs, "/p", "/home"), ["# Mine\n\n  code", "# Home"]);
  assert.deepEqual(readTemplates(fs, "/p", "/p"), ["# Mine\n\n  code"]);
  assert.deepEqual(readTemplates(fs, "/q", undefined), []);
  fs.writeFile("/q/.agents.md", new TextEncoder().encode("x\n<!-- ra:end -->\n"));
  assert.throws(() => readTemplates(fs, "/q", undefined), code("agents-markers"));
});

test("writeInstructions() lists the trees and stays short, whatever their paths contain", () => {
  const text = writeInstructions([{ name: "docs", path: "docs" }, { name: "odd", path: "a`b" }]);
  assert.match(text, /^- `docs`: `docs\/`\n- `odd`: `` a`b\/ ``\n$/m);
  assert.ok(text.split("\n").length < 50);
  assert.match(writeInstructions([]), /\n`ra ls trees` lists what is searched\.\n$/);
});
