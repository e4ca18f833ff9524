// Tests of which document a destination leads to.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readDestination } from "../../src/links/destination.ts";
import { findPage } from "../../src/links/find_page.ts";
import { type LinkDocument, LinkMap } from "../../src/links/link_map.ts";
import { ofBadges, readRemote } from "../../src/links/repository_address.ts";

function mapOf(paths: readonly (string | Partial<LinkDocument> & { readonly path: string })[], base_url?: string) {
  const documents = paths.map((each): LinkDocument => {
    const { path, ...more } = typeof each === "string" ? { path: each } : each;
    return { id: `docs:${path}`, tree: "docs", path, title: path, metadata: {}, ...more };
  });
  return new LinkMap([{ name: "docs", path: "/p/docs", ...(base_url === undefined ? {} : { base_url }) }], documents);
}

/** `path reason`, with `?` where something else may be meant, and the others that fit. */
function found(map: LinkMap, destination: string, from?: string): string {
  const origin = map.pages.find(({ document: { path } }) => path === from);
  const page = findPage(map, readDestination(destination)!, origin);
  if (page === undefined) return "nothing";
  const others = page.others.map(({ document: { path } }) => ` or ${path}`).join("");
  return `${page.page.document.path} ${page.reason}${page.isSure ? "" : "?"}${others}`;
}

const SITE = mapOf([
  ...["index.md", "guide/setup.md", "guide/index.md", "guide/deep/more.mdx", "api/setup.rst", "notes/A Note.md"],
  ...["en/start.md", "en/tour.md", "de/start.md", "02-parts/01-intro.md", "_posts/old.md"],
]);

test("a relative path leads from the folder of the document", () => {
  assert.equal(found(SITE, "setup.md", "guide/index.md"), "guide/setup.md path");
  assert.equal(found(SITE, "setup", "guide/index.md"), "guide/setup.md path");
  assert.equal(found(SITE, "setup.html", "guide/index.md"), "guide/setup.md path");
  assert.equal(found(SITE, "../api/setup", "guide/setup.md"), "api/setup.rst path");
  assert.equal(found(SITE, "deep/more.md", "guide/index.md"), "guide/deep/more.mdx path");
  assert.equal(found(SITE, "../notes/A%20Note.md", "guide/setup.md"), "notes/A Note.md path");
  assert.equal(found(SITE, "#x", "guide/setup.md"), "guide/setup.md own");
});

test("a folder stands for its index page", () => {
  assert.equal(found(SITE, "../guide/", "api/setup.rst"), "guide/index.md path");
  assert.equal(found(SITE, "../guide", "api/setup.rst"), "guide/index.md path");
  assert.equal(found(SITE, "..", "guide/setup.md"), "guide/index.md path or index.md");
  assert.equal(found(SITE, "./", "guide/setup.md"), "guide/index.md path");
});

test("a path with a slash at its end may count from the address of the page", () => {
  assert.equal(found(SITE, "../../api/setup/", "guide/setup.md"), "api/setup.rst path");
  assert.equal(found(SITE, "../deep/more/", "guide/setup.md"), "guide/deep/more.mdx path");
});

test("a path from the root leads from the tree, a folder above it, or that of a language", () => {
  assert.equal(found(SITE, "/guide/setup", "index.md"), "guide/setup.md site");
  assert.equal(found(SITE, "/docs/guide/setup/", "index.md"), "guide/setup.md site");
  assert.equal(found(SITE, "/tour", "en/start.md"), "en/tour.md site");
  assert.equal(found(SITE, "/"), "index.md site");
});

test("what the frontmatter states comes before the path of a file", () => {
  const map = mapOf([
    { path: "a/one.md", metadata: { permalink: ["/docs/first/"] } },
    { path: "a/two.md", metadata: { slug: ["second"] } },
    { path: "b.md", metadata: { redirect_from: ["/old/b", "https://a.org/older"] } },
  ]);
  assert.equal(found(map, "/docs/first/", "b.md"), "a/one.md stated");
  assert.equal(found(map, "/a/second", "b.md"), "a/two.md stated");
  assert.equal(found(map, "/old/b"), "b.md stated");
  assert.equal(found(map, "/older"), "b.md stated");
});

test("an address below base_url is one of the tree, and another one has to fit in two parts", () => {
  const map = mapOf(["guide/setup.md", "config.md"], "https://docs.example.org/v2/");
  assert.equal(found(map, "https://docs.example.org/v2/config/"), "config.md base-url");
  assert.equal(found(map, "https://docs.example.org/v2/guide/setup.html", "config.md"), "guide/setup.md base-url");
  assert.equal(found(map, "https://other.example/x/guide/setup"), "guide/setup.md path-end?");
  assert.equal(found(map, "https://other.example/config"), "nothing");
  assert.equal(found(map, "https://other.example/x/guide/setup", "config.md"), "nothing");
});

test("a wiki link names a file, some of its path, a title or an alias", () => {
  const map = mapOf([
    ...["a/Note.md", "b/Note.md", "a/from.md", "Other note.md"],
    { path: "c/x1.md", title: "A title", metadata: { aliases: ["Its alias"] } },
  ]);
  assert.equal(found(map, "wiki:Note", "a/from.md"), "a/Note.md name");
  assert.equal(found(map, "wiki:b/Note", "a/from.md"), "b/Note.md name");
  assert.equal(found(map, "wiki:Note"), "a/Note.md name? or b/Note.md");
  assert.equal(found(map, "wiki:other note", "a/from.md"), "Other note.md name");
  assert.equal(found(map, "wiki:its alias", "a/from.md"), "c/x1.md title");
  assert.equal(found(map, "wiki:A title", "a/from.md"), "c/x1.md title");
  assert.equal(found(map, "wiki:Nothing", "a/from.md"), "nothing");
});

test("a page of a manual is the file of its name and section, the nearest one first", () => {
  const map = mapOf(["man2/open.2", "man3/open.3", "man3/printf.3"]);
  assert.equal(found(map, "man:open(2)", "man3/printf.3"), "man2/open.2 name");
  assert.equal(found(map, "man:open(3)", "man3/printf.3"), "man3/open.3 name");
  assert.equal(found(map, "man:open(9)", "man3/printf.3"), "nothing");
});

test("a path without its beginning is a guess, and two that fit are both named", () => {
  assert.equal(found(SITE, "../somewhere/setup.md"), "nothing");
  assert.equal(found(SITE, "setup.md"), "api/setup.rst path-end? or guide/setup.md");
  assert.equal(found(SITE, "../guide/setup.md"), "guide/setup.md path-end?");
  assert.equal(found(SITE, "parts/intro"), "02-parts/01-intro.md path-end?");
  assert.equal(found(SITE, "/posts/old/", "index.md"), "_posts/old.md site");
});

test("Hugo finds a page from the document, and else by the end of its path", () => {
  assert.equal(found(SITE, '{{< relref "setup" >}}', "guide/index.md"), "guide/setup.md path");
  assert.equal(found(SITE, '{{< relref "tour" >}}', "guide/index.md"), "en/tour.md path-end?");
  assert.equal(found(SITE, '{{< relref "deep/more.mdx" >}}', "index.md"), "guide/deep/more.mdx path-end?");
  assert.equal(found(SITE, '{{< relref "guide/none" >}}', "en/tour.md"), "nothing");
  assert.equal(found(SITE, '{{< relref "none/setup" >}}', "en/tour.md"), "nothing");
  assert.equal(found(SITE, "tour", "guide/index.md"), "nothing");
});

test("another case of letters is a guess", () => {
  assert.equal(found(SITE, "Setup.md", "guide/index.md"), "guide/setup.md other-case?");
  assert.equal(found(SITE, "/GUIDE/setup", "index.md"), "guide/setup.md other-case?");
});

test("no path leaves the trees", () => {
  const map = mapOf(["a.md"]);
  for (const path of ["../../../../etc/passwd", "/etc/passwd", "..", "../..", "a.md/../../x", "%2e%2e/%2e%2e/x"]) {
    assert.equal(found(map, path, "a.md"), "nothing", path);
  }
});

test("an address in the repository of a tree is its file, that of another repository is not", () => {
  const documents = ["README.md", "doc/setup.md", "api/README.md", "feat/x/deep.md"].map((path): LinkDocument => ({
    id: `docs:${path}`,
    tree: "docs",
    path,
    title: path,
    metadata: {},
  }));
  const repository = { host: "github.com", name: "some/project", folder: "/p" };
  const map = new LinkMap([{ name: "docs", path: "/p", repository }], documents);
  const of = (path: string) => `https://github.com/Some/Project/${path}`;
  assert.equal(found(map, of("blob/main/doc/setup.md#x"), "README.md"), "doc/setup.md repository");
  assert.equal(found(map, of("tree/main/api"), "README.md"), "api/README.md repository");
  assert.equal(found(map, of("tree/main/api/"), "README.md"), "api/README.md repository");
  assert.equal(found(map, of("#readme"), "doc/setup.md"), "README.md repository");
  assert.equal(found(map, of("raw/refs/heads/main/doc/setup.md"), "README.md"), "doc/setup.md repository");
  assert.equal(
    found(map, "https://raw.githubusercontent.com/some/project/main/doc/setup.md", "README.md"),
    "doc/setup.md repository",
  );
  assert.equal(found(map, of("blob/feat/x/gone.md"), "README.md"), "nothing");
  assert.equal(found(map, of("blob/feat/y/doc/setup.md"), "README.md"), "doc/setup.md repository?");
  assert.equal(found(map, of("blob/v1.0/doc/setup.md"), "README.md"), "doc/setup.md repository?");
  assert.equal(found(map, of("issues/12"), "README.md"), "nothing");
  assert.equal(found(map, of("blob/main/../../../etc/passwd"), "README.md"), "nothing");
  assert.equal(found(map, "https://github.com/other/project/blob/main/doc/setup.md", "README.md"), "nothing");
  assert.equal(found(map, "https://gitlab.com/some/project/-/blob/main/doc/setup.md", "README.md"), "nothing");
  assert.equal(found(map, "https://github.com/other/project/blob/main/doc/setup.md"), "doc/setup.md path-end?");
});

test("without a repository that ra knows, the path in an address of one is a guess", () => {
  const map = mapOf(["README.md", "doc/setup.md"]);
  const from = "README.md";
  assert.equal(found(map, "https://gitlab.com/a/b/c/-/blob/main/doc/setup.md", from), "doc/setup.md path-end?");
  assert.equal(found(map, "https://codeberg.org/a/b/src/branch/main/doc/setup.md", from), "doc/setup.md path-end?");
  assert.equal(found(map, "https://github.com/a/b/blob/main/setup.md", from), "nothing");
});

test("a remote is a host and a name in all of its forms", () => {
  const github = { host: "github.com", name: "some/project" };
  for (
    const text of [
      "https://github.com/Some/project.git",
      "git@github.com:some/project.git",
      "ssh://git@github.com:22/some/project",
      "git+https://user@www.github.com/some/project.git#main",
      "github:some/project",
      "some/project",
    ]
  ) assert.deepEqual(readRemote(text), github, text);
  assert.deepEqual(readRemote("gitlab:a/b"), { host: "gitlab.com", name: "a/b" });
  assert.deepEqual(readRemote("https://git.example.org/a/b/c"), { host: "git.example.org", name: "a/b/c" });
  for (const text of ["", "../other", "/srv/git/x.git", "file:///srv/x.git", "project"]) {
    assert.equal(readRemote(text), undefined, text);
  }
  assert.deepEqual(
    ofBadges("[![b](https://github.com/Some/project/actions/workflows/ci.yml/badge.svg)](x)"),
    github,
  );
  assert.deepEqual(ofBadges("![v](https://img.shields.io/github/v/release/some/project)"), github);
  assert.equal(ofBadges("See https://github.com/some/project."), undefined);
});
