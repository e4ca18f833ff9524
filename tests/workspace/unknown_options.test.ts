// An unknown option is an error in every method of the library that takes options.
import assert from "node:assert/strict";
import { test } from "node:test";
import { open, type Workspace } from "../../src/workspace.ts";
import { failure, openProject } from "./project.ts";

const FILES = { "docs/a.md": "# A\n\nalpha\n" };

/** Options that only a program without types can pass. */
const options = (given: Readonly<Record<string, unknown>>) => given;

test("every method refuses unknown options", async () => {
  const { workspace } = await openProject(FILES);
  const calls: Readonly<Record<string, readonly [meant: string, () => Promise<unknown>]>> = {
    search: ["limit", () => workspace.search("alpha", options({ limti: 3 }))],
    searchMulti: ["cutoffRatio", () => workspace.searchMulti(["alpha"], options({ cutoff_ratio: 0 }))],
    resolve: ["from", () => workspace.resolve([], options({ form: "docs:a.md" }))],
    get: ["fullDocument", () => workspace.get("docs:a.md", options({ fullDoc: true }))],
    update: ["prune", () => workspace.update(options({ purne: true }))],
    list: ["trees", () => workspace.list("docs", options({ tree: ["docs"] }))],
    links: ["update", () => workspace.links("docs:a.md", options({ updat: false }))],
    likeThis: ["maxTokens", () => workspace.likeThis("docs:a.md", options({ maxToken: 5 }))],
    ask: ["limit", () => workspace.ask("alpha", options({ limt: 1 }))],
    context: ["staged", () => workspace.context("a.ts", options({ stage: true }))],
    test: ["save", () => workspace.test(options({ saev: false }))],
    check: ["drift", () => workspace.check(options({ drfit: true }))],
    watch: ["interval", () => workspace.watch(options({ intervall: 5 }))[Symbol.asyncIterator]().next()],
    open: ["lockTimeout", () => open("/project", options({ locktimeout: 1 }))],
  };
  for (const [name, [meant, call]] of Object.entries(calls)) {
    const { code, message, hint } = await failure(call);
    assert.equal(code, "usage", name);
    assert.ok(message.startsWith(`${name}: there is no option \``), message);
    assert.equal(hint, `did you mean \`${meant}\`?`, name);
  }
  const methods: Readonly<Record<keyof Workspace, boolean>> = {
    ...{
      search: true,
      ask: true,
      searchMulti: true,
      get: true,
      links: true,
      resolve: true,
      update: true,
      list: true,
      likeThis: true,
    },
    ...{ context: true, test: true, check: true, watch: true },
    // These methods take no options.
    ...{ config: false, status: false, inspect: false, inspectContext: false, close: false },
  };
  assert.deepEqual(
    Object.keys(calls).filter((name) => name !== "open").sort(),
    Object.entries(methods).flatMap(([name, takesOptions]) => (takesOptions ? [name] : [])).sort(),
  );
});

test("the error for an option that resembles no other lists the valid ones", async () => {
  const { workspace } = await openProject(FILES);
  const { message, hint } = await failure(() => workspace.get("docs:a.md", options({ verbose: true })));
  assert.equal(message, "get: there is no option `verbose`");
  assert.equal(hint, "get takes: fullDocument, frontmatter, links, backlinks, update, signal, client");
});

test("an undefined option counts as left out", async () => {
  const { workspace } = await openProject(FILES);
  const found = await workspace.search("alpha", options({ update: undefined, limit: undefined }));
  assert.deepEqual(found.queries[0]!.results.map(({ id }) => id), ["docs:a.md"]);
});
