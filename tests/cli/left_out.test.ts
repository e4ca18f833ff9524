/** The real program never empties an index that it may not read whole. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { withProject } from "./project.ts";
import { runRa } from "./run_ra.ts";

const FILES = {
  "shop/.ra.toml": '[tree.docs]\npath = "docs"\n\n[tree.out]\npath = "../out"\n',
  "shop/docs/a.md": "# Toaster\n\nThe toaster browns bread.\n",
  "shop/docs/b.md": "# Kettle\n\nNot a toaster.\n",
  "out/c.md": "---\ntags: [warranty]\n---\n# Warranty\n\nThe toaster has one toaster.\n",
  "out/d.html": "<h1>Page</h1><p>A toaster on a page.</p>",
};

/** Names and hashes of the segments and texts. The files are so young that ra renews what it knows of their times. */
function segments(directory: string): readonly string[] {
  const files = readdirSync(directory, { recursive: true, encoding: "utf8" }).map((name) => join(directory, name));
  return files.filter((path) => statSync(path).isFile() && !/(?:head|files-\w+)\.json$/.test(path)).sort()
    .map((path) => `${path} ${createHash("sha256").update(readFileSync(path)).digest("hex")}`);
}

interface Found {
  readonly queries: readonly {
    readonly results: readonly { readonly id: string; readonly score: number }[];
    readonly facets?: unknown;
  }[];
}

test("ra search without trust writes nothing into an index that was built with --trust, and trust finds all again", () =>
  withProject(FILES, (directory) => {
    const cwd = join(directory, "shop");
    const ra = (...args: string[]): string => {
      const { code, stdout, stderr } = runRa(args, { cwd });
      assert.equal(code, 0, stderr);
      return stdout;
    };
    const search = (...args: string[]) => {
      const { queries: [entry] } = JSON.parse(ra(...args, "--json", "--facets", "--cutoff-ratio", "0")) as Found;
      return { results: entry!.results.map(({ id, score }) => [id, score]), facets: entry!.facets };
    };
    ra("--trust", "update");
    const before = segments(join(cwd, ".ra"));
    const all = search("--trust", "search", "toaster");
    assert.ok(all.results.some(([id]) => String(id).startsWith("out:")));
    const own = search("search", "toaster");
    assert.ok(own.results.length > 0 && own.results.every(([id]) => String(id).startsWith("docs:")));
    for (const look of ["ls", "status"]) ra(look);
    runRa(["check"], { cwd });
    assert.match(
      runRa(["get", "out:c.md"], { cwd }).stderr,
      /hint: tree out is left out: it lies outside the project;/,
    );
    assert.deepEqual(segments(join(cwd, ".ra")), before);
    assert.deepEqual(search("--trust", "search", "toaster"), all);
    assert.deepEqual(segments(join(cwd, ".ra")), before);

    // The scores of what is left are those of an index that never held the rest.
    writeFileSync(join(directory, ".ra.toml"), '[tree.docs]\npath = "shop/docs"\n');
    const alone = JSON.parse(
      runRa(["search", "toaster", "--json", "--facets", "--cutoff-ratio", "0"], { cwd: directory }).stdout,
    ) as Found;
    assert.deepEqual(own, {
      results: alone.queries[0]!.results.map(({ id, score }) => [id, score]),
      facets: alone.queries[0]!.facets,
    });

    assert.match(ra("status"), /^Left out\n {2}out {2}2 documents kept {2}it lies outside the project; `ra trust /m);
    assert.match(ra("update", "--prune"), /^removed tree out\nindex updated: 2 removed, 2 unchanged\n$/);
    assert.doesNotMatch(ra("status"), /Left out/);
  }));
