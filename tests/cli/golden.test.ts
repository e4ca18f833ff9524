import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { assertGolden, type Step, transcript } from "./golden.ts";
import { type Files, PROJECT, withProject } from "./project.ts";

type Steps = readonly (readonly string[] | Step)[];

/** Runs several commands in one project and compares the transcript with one golden file. */
function scenario(
  name: string,
  files: Files,
  steps: Steps,
  prepare: (directory: string) => void = () => {},
): Promise<void> {
  return withProject(files, (directory) => {
    prepare(directory);
    assertGolden(name, transcript(directory, steps));
  });
}

const config = (text: string): Files => ({ ...PROJECT, ".ra.toml": text });

test("ra --help, --version and the help of every command are stable", () =>
  scenario("help", {}, [
    [],
    ["--help"],
    ["--version"],
    ["help", "search"],
    ["get", "--help"],
    ["ls", "--help"],
    ["init", "--help"],
    ["update", "--help"],
    ["watch", "--help"],
    ["status", "--help"],
    ["check", "--help"],
    ["config", "--help"],
    ["trust", "--help"],
    ["inspect", "--help"],
    ["inspect", "doc", "--help"],
    ["completions", "--help"],
    ["agents", "--help"],
  ]));

test("ra names a usage mistake and suggests what you may have meant", () =>
  scenario("usage_errors", PROJECT, [
    ["serch"],
    ["search", "--lits", "x"],
    ["search", "-deprecated"],
    ["search"],
    ["search", "-n", "many", "x"],
    ["search", "--cutoff-ratio", "2", "x"],
    ["search", "--aggregation-threshold", "0", "x"],
    ["search", "--sort", "size", "x"],
    ["search", "--list", "--matches", "x"],
    ["search", "--tree", ",", "x"],
    ["get"],
    ["get", "a", "b"],
    ["ls", "documents"],
    ["inspect"],
    ["inspect", "docs/guide.md"],
    ["help", "serch"],
    ["--color", "red", "config"],
    ["-C", "nowhere", "config"],
    ["completions", "tcsh"],
  ]));

test("ra trust lets a tree outside the project count, until it is revoked, and --trust does so once", () =>
  scenario(
    "trust",
    {
      "shop/.ra.toml": '[tree.docs]\npath = "docs"\n\n[tree.notes]\npath = "../notes"\n',
      "shop/docs/a.md": "# A\n\nA toaster.\n",
      "notes/b.md": "# B\n\nAnother toaster.\n",
    },
    [
      ["-C", "shop", "search", "--list", "toaster"],
      ["-C", "shop", "search", "--list", "toaster", "-t", "notes"],
      ["-C", "shop", "--trust", "search", "--list", "toaster", "-t", "notes"],
      ["-C", "shop", "check"],
      ["-C", "shop", "status"],
      ["-C", "shop", "get", "notes:b.md"],
      ["trust", "--list"],
      ["trust", "shop"],
      ["-C", "shop", "search", "--list", "toaster", "-t", "notes"],
      ["trust", "--list"],
      ["-C", "shop/docs", "trust", "--json"],
      ["trust", "--revoke", "shop/.ra.toml"],
      ["trust", "--revoke", "shop"],
      ["trust", "notes"],
      ["trust", "notes/b.md"],
      ["trust", "--list", "shop"],
      ["trust", "--list", "--revoke"],
    ],
  ));

test("ra init writes a starter file, adds the index to .gitignore, and overwrites nothing without --force", () =>
  scenario(
    "init",
    { "docs/a.md": "# A\n\nText.\n" },
    [["init"], ["init"], ["init", "--force"], ["config"]],
    (directory) => {
      mkdirSync(join(directory, ".git"));
    },
  ));

test("ra agents writes its part of AGENTS.md, shows a diff, and keeps an edited part", () =>
  scenario("agents", { ...PROJECT, "CLAUDE.md": "Mine." }, [["agents", "--diff"], ["agents", "-q", "--claude"], [
    "agents",
  ]], (directory) => {
    mkdirSync(join(directory, ".git"));
  }));

test("ra config prints the configuration in force", () =>
  scenario("config", PROJECT, [["config"], ["config", "--json"], ["-C", "docs/api", "config"]]));

const BROKEN: Readonly<Record<string, Files>> = {
  missing: {},
  syntax: config("[tree.docs\npath = 1\n"),
  key: config('[serch]\nstemmer = "english"\n'),
  value: config('[tree.docs]\npath = "docs"\n\n[search]\ncutoff_ratio = -3.5\n'),
  type: config('[settings]\ndefault_limit = "five"\n'),
};

test("ra config says where a configuration is wrong", async () => {
  for (const [name, files] of Object.entries(BROKEN)) {
    await scenario(`config_${name}`, files, [["config"], ["config", "--json"]]);
  }
});

test("every command says where a configuration is wrong, with exit code 2 and an empty stdout", async () => {
  for (const [name, files] of Object.entries(BROKEN)) {
    await scenario(`config_${name}_commands`, files, [["search", "x", "--json"], ["status"], ["check"], ["update"]]);
  }
});

test("ra search prints passages, lists, matching lines and JSON", () =>
  scenario("search", PROJECT, [
    ["search", "unplug"],
    ["search", "--list", "toaster"],
    ["search", "--matches", "unplug"],
    ["search", "--json", "defrost"],
    ["search", "--json", "--list", "defrost"],
    ["search", "-n", "0", "toaster"],
    ["search", "-n", "1", "--list", "toaster"],
    ["search", "--list", "bread", "token"],
    ["search", "--list", "--group-by", "query", "bread", "token"],
    ["search", "--list", "-t", "notes", "bread"],
    ["search", "--list", "--tag", "api", "token"],
    ["search", "--list", "-fork bread"],
    ["search", "--list", "--no-aggregation", "unplug"],
    ["search", "--list", "--sort", "path", "toaster"],
    ["-C", "docs", "search", "--matches", "warranty"],
    ["-v", "search", "--list", "unplug"],
    ["search", "--group-by", "query", "oven", "jammed", "unplug"],
  ]));

test("ra search answers a long question, and names the words that each result lacks", () =>
  scenario("search_partial", PROJECT, [
    ["search", "--list", "how do I cool down a toaster that is overheating"],
    ["search", "--list", "--all", "purple toaster"],
    ["search", "--list", "purple +toaster"],
    ["search", "--list", "purple toaster"],
    ["search", "--json", "--list", "-n", "0", "purple toaster"],
  ]));

test("ra search without an index says what to do, and builds no index with --no-update", () =>
  scenario("search_no_index", PROJECT, [["search", "--no-update", "toaster"], ["get", "--no-update", "docs:guide.md"], [
    "ls",
    "--no-update",
  ], ["status"]]));

test("ra search says when and why it finds nothing", () =>
  scenario("search_nothing", PROJECT, [["search", "xylophone"], ["search", "--json", "xylophone"], [
    "search",
    "--tag",
    "api",
    "warranty",
  ]]));

test("ra search --explain shows how the results came about", () =>
  scenario("search_explain", PROJECT, [["search", "--explain", "--list", "unplug toaster"]]));

test("ra search keeps to a token budget, and names what it leaves out", () =>
  scenario("search_budget", PROJECT, [
    ["search", "--max-tokens", "110", "toaster"],
    ["search", "--max-tokens", "45", "unplug"],
    ["search", "--max-tokens", "0", "unplug"],
    ["search", "--max-tokens", "many", "unplug"],
  ]));

test("ra search shares a token budget between groups, and prints the costs as JSON", () =>
  scenario("search_budget_groups", PROJECT, [
    ["-q", "search", "--list", "--max-tokens", "60", "--group-by", "query", "bread", "oven", "token"],
    ["search", "--json", "--max-tokens", "45", "unplug"],
  ]));

test("ra search counts documents, groups by document, and says why a passage is missing", () =>
  scenario("search_facets", PROJECT, [
    ["search", "--list", "--facets", "toaster"],
    ["search", "--json", "--facets", "-n", "0", "toaster"],
    ["search", "--list", "--no-aggregation", "--group-by", "doc", "toaster"],
    ["search", "--list", "--why-not", "docs:api/http.md", "toaster"],
    ["search", "--list", "--why-not", "docs:guide.md#installation", "--tag", "api", "toaster"],
    ["search", "--list", "--why-not", "nothing", "unplug"],
    ["search", "--json", "--list", "-n", "0", "--why-not", "docs:errors.md#overheating", "unplug"],
  ]));

test("ra search refuses a wrong query, tree or date with exit code 2 and an empty stdout", () =>
  scenario("search_errors", PROJECT, [
    ["search", ""],
    ["search", "--json", "--strict-query", '"open phrase'],
    ["search", "--strict-query", "(a OR"],
    ["search", "--json", "toaster tree:"],
    ["search", "--", "-only -negatives"],
    ["search", "-t", "dcos", "x"],
    ["search", "--since", "yesterday", "x"],
  ]));

test("ra search takes literally what is no syntax, and leaves out a query that it cannot read", () =>
  scenario("search_pasted", PROJECT, [
    ["search", "--list", 'toaster "blinks (required by'],
    ["search", "--matches", "fork OR"],
    ["search", "--list", "title: zzzz"],
    ["search", "--list", "fork ) bread ) k* () OR"],
    ["search", "--json", "--list", "-n", "1", "(fork", "warranty"],
    ["search", "--list", "fork", "tree:dcos x", "modified:yesterday"],
    ["search", "--list", "path:*.md fork"],
    ["search", "=>"],
    ["search", "--", "tag:", "-x"],
  ]));

test("ra search prints colours only where it should", () =>
  scenario("search_colour", PROJECT, [
    ["search", "--list", "fork"],
    ["--color", "always", "search", "--list", "fork"],
    ["--color", "always", "search", "--matches", "fork"],
    { args: ["--color", "always", "search", "fork"], env: { NO_COLOR: "1" } },
    { args: ["search", "--list", "fork"], env: { FORCE_COLOR: "1", NO_COLOR: "1" } },
    ["--color", "never", "search", "--list", "fork"],
  ]));

test("ra get prints a passage, a document or JSON, and suggests ids near an unknown one", () =>
  scenario("get", PROJECT, [
    ["get", "docs:errors.md#overheating"],
    ["get", "--full-document", "docs:errors.md#overheating"],
    ["get", "--json", "notes:todo.txt"],
    ["get", "docs:errors.md#overheeting"],
    ["get", "--json", "nothing"],
  ]));

test("ra ls lists trees, documents, chunks and tags", () =>
  scenario("ls", PROJECT, [
    ["ls"],
    ["ls", "trees", "--json"],
    ["ls", "docs"],
    ["ls", "docs", "-t", "notes", "--json"],
    ["ls", "chunks"],
    ["ls", "chunks", "-t", "notes", "--json"],
    ["ls", "tags"],
    ["ls", "tags", "--json"],
    ["ls", "docs", "-t", "nots"],
  ]));

test("ra inspect doc shows how ra reads a file, inside a tree or outside", () =>
  scenario("inspect", { ...PROJECT, "outside.md": "# Out\n\nText.\n" }, [
    ["inspect", "doc", "docs/guide.md"],
    ["inspect", "doc", "docs/api/http.md", "--json"],
    ["inspect", "doc", "outside.md"],
    ["inspect", "doc", "missing.md"],
  ]));

test("ra update, status and check report on the index", () =>
  scenario("update_status_check", { ...PROJECT, "docs/picture.md": new Uint8Array([0, 1, 2, 3]) }, [
    ["status"],
    ["check"],
    ["update"],
    ["-q", "update", "--json"],
    ["status"],
    ["check", "--json"],
  ]));

test("ra check --drift reports statements of documents that no longer fit the repository", () =>
  scenario("check_drift", {
    ...PROJECT,
    "docs/drift.md":
      "# Drift\n\n[gone](gone.md), [anchor](errors.md#nothing), [fine](errors.md#overheating), [[errors]], [[nowhere]]\n\n`docs/api/grpc.md`\n",
  }, [
    ["check"],
    ["check", "--drift"],
    ["-C", "docs", "check", "--drift", "--json"],
  ]));

test("every command warns about a missing tree, and check fails", () =>
  scenario("missing_tree", config('[tree.docs]\npath = "docs"\n\n[tree.gone]\npath = "gone"\n'), [
    ["search", "--list", "fork"],
    ["-q", "search", "--list", "fork"],
    ["ls"],
    ["get", "docs:errors.md#overheating"],
    ["config"],
    ["status"],
    ["check"],
    ["update", "--prune"],
  ]));

test("ra prints control characters of documents as escapes", () =>
  scenario("controls", {
    ...PROJECT,
    "docs/evil.md": "# Evil \u001b]0;title\u0007\n\nA \u001b[31mred\u001b[0m klaxon\u009b2J.\n\n## More\n\n" +
      // With fewer words beside them, so many control characters would make the file binary.
      `${"Plain words. ".repeat(40).trim()}\n`,
  }, [
    ["search", "klaxon"],
    ["search", "--list", "klaxon"],
    ["search", "--matches", "klaxon"],
    ["search", "--json", "klaxon"],
    ["inspect", "doc", "docs/evil.md"],
  ]));

test("ra prints a changed file's passage as a note without text", () =>
  withProject(PROJECT, (directory) => {
    const before = transcript(directory, [["-q", "update"]]);
    writeFileSync(join(directory, "docs/errors.md"), "# Changed\n\nNothing as it was.\n");
    assertGolden(
      "stale",
      `${before}\n${
        transcript(directory, [["search", "--no-update", "overheating"], ["search", "overheating"], [
          "search",
          "--list",
          "changed",
        ]])
      }`,
    );
  }));
