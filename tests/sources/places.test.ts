// What a rag.yaml may name by itself, and which folders ra writes in.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createMemoryFileSystem, type MemoryFileSystem } from "../../src/host/memory_file_system.ts";
import { readRagConfig } from "../../src/sources/config/rag_config.ts";
import { openPlaces, type RagPlaces } from "../../src/sources/places/rag_places.ts";
import { gitAddress, submoduleAddress } from "../../src/sources/git/git_address.ts";
import { reachRemote } from "../../src/sources/git/reach_remote.ts";

interface Parts {
  readonly paths?: Readonly<Record<string, string>>;
  readonly source?: Readonly<Record<string, unknown>>;
  readonly convert?: Readonly<Record<string, unknown>>;
  readonly crawl?: Readonly<Record<string, unknown>>;
  readonly more?: Readonly<Record<string, unknown>>;
}

function disk(): MemoryFileSystem {
  const fs = createMemoryFileSystem({
    "/p/docs/a.md": "a",
    "/p/docs/page.html": "<p>a",
    "/p/site/mine.md": "mine",
    "/p/.git/HEAD": "ref: refs/heads/main\n",
    "/p/data/.keep": "",
    "/p/index/.keep": "",
    "/out/secret.md": "secret",
    "/out/repo/HEAD": "ref: refs/heads/main\n",
    "/p/bare.git/HEAD": "ref: refs/heads/main\n",
    "/p/lender.git/HEAD": "ref: refs/heads/main\n",
    "/p/lender.git/objects/info/alternates": "/out/repo/objects\n",
    "/p/file.git/.git": "gitdir: /out/repo\n",
  });
  for (const repository of ["/p/.git", "/out/repo", "/p/bare.git", "/p/lender.git"]) {
    for (const folder of ["objects", "refs"]) fs.makeDirectory(`${repository}/${folder}`);
  }
  fs.addSymlink("/p/link", "/out");
  fs.addSymlink("/p/docs/far", "/out");
  fs.addSymlink("/p/rag", "/p/.git");
  fs.addSymlink("/p/linked.git", "/out/repo");
  return fs;
}

function open({ paths, source, convert, crawl, more }: Parts, fs = disk(), isTrusted = false): RagPlaces {
  const file = {
    version: 1,
    paths: { data_root: "data", index_root: "index", ...paths },
    sources: [{ id: "s", ...(source ?? { path: "docs" }) }],
    ...(convert === undefined ? {} : { convert_docs: [{ id: "c", ...convert }] }),
    ...(crawl === undefined ? {} : { crawl: [{ id: "w", seeds: ["https://example.com/"], ...crawl }] }),
    embedding: { model: "small" },
    indexing: { max_tokens_per_chunk: 200 },
    retrieval: { initial_k: 5, final_k: 5 },
    ...more,
  };
  fs.writeFile("/p/rag.yaml", new TextEncoder().encode(JSON.stringify(file)));
  return openPlaces(fs, readRagConfig(fs, "/p/rag.yaml", "/home"), "/home", isTrusted);
}

const service = { model: "m", base_url: "http://127.0.0.1:1/v1" };

test("a place outside the project needs trust, whatever its spelling", () => {
  const outside: readonly Parts[] = [
    { source: { path: "../out" } },
    { source: { path: "/out/secret.md" } },
    { source: { path: "link" } },
    { source: { path: "docs/far/deep" } },
    { source: { globs: ["docs/*/../../../out/*.md"] } },
    { source: { globs: ["docs/*.md", "link/*.md"] } },
    { source: { globs: ["./docs/{a,b}/../../../out/**"] } },
    { source: { globs: ["docs/../../out/secret.md"] } },
    { convert: { input: "docs", include: ["../../out/*.html"] } },
    { convert: { input: "docs/*/../../../out/*.html" } },
    { convert: { input: ["docs/*.html", "../out/*.html"] } },
    { convert: { input: "docs", output: "../out/text" } },
    { convert: { input: "docs", output: "link/text" } },
    { paths: { data_root: "link" } },
    { paths: { cache_root: "docs/far/cache" } },
    { source: { git: "../out/repo" } },
    { source: { git: "file:///out/repo" } },
    { source: { git: "FILE://localhost/p/../out/repo" } },
    { source: { git: "file:///p/%2e%2e/out/repo" } },
    { source: { git: "linked.git" } },
    { source: { git: "file:///p/linked.git" } },
    { source: { git: "lender.git" } },
    { more: { prompt: { template: "../out/secret.md" }, generation: service } },
    { more: { prompt: { template: "link/secret.md" }, generation: service } },
    { more: { generation: { model: "../out/m.gguf", provider: "local" } } },
    { more: { generation: { ...service, fallback: "/out/m.gguf" } } },
    { source: { git: "https://git.internal/x.git", allow_private: ["git.internal"] } },
    { crawl: { max_pages: 20_001 } },
    { crawl: { timeout: 401 } },
    { crawl: { max_page_bytes: 200_000_001 } },
    { source: { git: "bare.git", max_total_bytes: 2_000_000_001 } },
    { convert: { input: "docs", timeout: 1201 } },
    { convert: { input: "docs", max_bytes: 4_000_000_001 } },
    { more: { generation: { ...service, timeout: 1201 } } },
    { more: { generation: { ...service, max_tokens: 20_481 } } },
    { more: { generation: { ...service, max_time: 12_001 } } },
  ];
  for (const parts of outside) {
    assert.throws(() => open(parts), { code: "config-untrusted" }, JSON.stringify(parts));
    open(parts, disk(), true);
  }
});

test("a rag.yaml may be a link in its project", () => {
  const fs = disk();
  open({}, fs);
  fs.rename("/p/rag.yaml", "/p/docs/rag.yaml");
  for (const target of ["/p/docs/rag.yaml", "/p/docs/../docs/rag.yaml", "/out/secret.md", "/out/nothing"]) {
    fs.addSymlink("/p/rag.yaml", target);
    if (target.startsWith("/p")) assert.equal(readRagConfig(fs, "/p/rag.yaml", "/home").folder, "/p");
    else assert.throws(() => readRagConfig(fs, "/p/rag.yaml", "/home"), { code: "place-refused" });
    fs.removeFile("/p/rag.yaml");
  }
});

test("what lies in the project, and limits near ra's own, need no trust", () => {
  const inside: readonly Parts[] = [
    {},
    { source: { globs: ["docs/**/*.md", "./docs/{a,b}.md", "docs/../site/*.md"] } },
    { source: { git: "bare.git" } },
    { source: { git: "file:///p/bare.git" } },
    { source: { git: "https://example.com/x.git" } },
    { source: { git: "git@example.com:x.git" } },
    { convert: { input: ["docs", "site/*.html"], output: "site", timeout: 1200 } },
    { crawl: { max_pages: 20_000, timeout: 400 } },
    { more: { prompt: { template: "default" }, generation: { ...service, fallback: "models/m.gguf" } } },
  ];
  for (const parts of inside) open(parts);
});

test("ra writes in no folder that holds the project, and in none that another program keeps", () => {
  const refused: readonly Parts[] = [
    { paths: { index_root: "." } },
    { paths: { data_root: ".." } },
    { paths: { data_root: "/" } },
    { paths: { data_root: ".git" } },
    { paths: { data_root: ".git/deep/data" } },
    { paths: { data_root: ".GIT/x" } },
    { paths: { cache_root: ".ra/cache" } },
    // A link to the repository's own folder.
    { paths: { data_root: "rag" } },
    { paths: { index_root: "rag/index" } },
    { convert: { input: "docs", output: "." } },
    { convert: { input: "docs", output: "docs/.." } },
    { convert: { input: "docs", output: ".git/hooks" } },
    { paths: { cache_root: "/home" } },
  ];
  for (const parts of refused) {
    assert.throws(() => open(parts, disk(), true), { code: "config-value" }, JSON.stringify(parts));
  }
});

test("below its folders ra follows no link, and writes nowhere else", () => {
  const bytes = new TextEncoder().encode("x");
  const fs = disk();
  fs.addSymlink("/p/data/raw", "/p/.git");
  fs.addSymlink("/p/data/file.json", "/out/secret.md");
  fs.addOther("/p/index/pipe");
  const places = open({ convert: { input: "docs", output: "site" } }, fs).fs;
  const refused = [
    () => places.writeFile("/p/data/raw/hooks/pre-commit", bytes),
    () => places.makeDirectory("/p/data/raw/hooks"),
    () => places.readDirectory("/p/data/raw"),
    () => places.stat("/p/data/raw/HEAD"),
    () => places.readFile("/p/data/raw/HEAD"),
    () => places.readFile("/p/data/file.json"),
    () => places.open("/p/data/file.json"),
    () => places.writeFile("/p/data/file.json", bytes),
    () => places.appendLine("/p/data/file.json", "x"),
    () => places.createWriter("/p/data/file.json"),
    () => places.removeFile("/p/data/file.json"),
    () => places.rename("/p/index/.keep", "/p/data/file.json"),
    () => places.rename("/p/data/file.json", "/p/data/other"),
    () => places.touch("/p/index/pipe"),
    () => places.readFile("/p/index/pipe"),
    () => places.writeFile("/p/docs/a.md", bytes),
    () => places.createExclusive("/out/new.md", bytes),
    () => places.removeFile("/p/docs/a.md"),
    () => places.makeDirectory("/p/new"),
  ];
  for (const operation of refused) assert.throws(operation, { code: "place-refused" }, String(operation));
  places.writeFile("/p/data/a.json", bytes);
  places.makeDirectory("/p/index/deep/er");
  places.writeFile("/p/site/text.md", bytes);
  places.makeDirectory("/home/.cache/ra/rag/x", { isPrivate: true });
  assert.deepEqual(places.readFile("/p/docs/a.md"), new TextEncoder().encode("a"));
  assert.equal(fs.kindOf("/p/.git/hooks"), undefined);
});

test("a folder that is exchanged for a link after it was judged is refused", () => {
  const fs = disk();
  const places = open({}, fs).fs;
  places.writeFile("/p/data/a.json", new Uint8Array());
  fs.rename("/p/data", "/p/data-before");
  fs.addSymlink("/p/data", "/p/docs");
  assert.throws(() => places.writeFile("/p/data/b.json", new Uint8Array()), { code: "place-refused" });
  assert.equal(fs.kindOf("/p/docs/b.json"), undefined);
});

test("gitAddress() reads addresses as git does", () => {
  const remote = (address: string): string => {
    const found = gitAddress("/p", address);
    return found.kind === "remote" ? `${found.protocol} ${found.host} ${found.port ?? ""}`.trim() : found.kind;
  };
  for (
    const [address, expected] of [
      ["https://example.com/x.git", "https example.com"],
      ["HTTP://Example.com:8080/x", "http example.com 8080"],
      ["http://2130706433/x", "http 127.0.0.1"],
      ["http://0x7f.1/x", "http 127.0.0.1"],
      ["http://[::1]/x", "http ::1"],
      ["git://127.0.0.1:9/x", "git 127.0.0.1 9"],
      ["ssh://git@[::1]:22/x", "ssh ::1 22"],
      ["git@localhost:x.git", "ssh localhost"],
      ["[::1]:x", "ssh ::1"],
      ["host:x", "ssh host"],
      ["ext::sh -c true", "unknown"],
      ["http::https://x/y", "unknown"],
      ["ftp://example.com/x", "unknown"],
      ["file://server/x", "unknown"],
      [":x", "unknown"],
    ] as const
  ) assert.equal(remote(address), expected, address);
  for (
    const [address, path] of [["x/y:z", "/p/x/y:z"], ["./a:b", "/p/a:b"], ["../x", "/x"], ["file:///a/../b", "/b"]]
  ) {
    assert.deepEqual(gitAddress("/p", address!), { kind: "local", path });
  }
});

test("submoduleAddress() resolves what a repository states beside its own address", () => {
  for (
    const [parent, stated, expected] of [
      ["https://example.com/a/b.git", "../c.git", "https://example.com/a/c.git"],
      ["https://example.com/a/b", "../../c", "https://example.com/c"],
      ["https://example.com/a", "../../../c", undefined],
      ["git@example.com:a/b.git", "../c.git", "git@example.com:a/c.git"],
      ["git@example.com:b.git", "../c.git", "git@example.com:c.git"],
      ["/srv/a", "./part", "/srv/a/part"],
      ["/srv/a", "../part", "/srv/part"],
      ["/srv/a", "https://example.com/x", "https://example.com/x"],
    ] as const
  ) assert.equal(submoduleAddress(parent, stated), expected, `${parent} ${stated}`);
});

test("reachRemote() asks no private address that nobody allowed", async () => {
  const lookup = (name: string) => {
    const address = { "public.example": "93.184.216.34", "inside.example": "10.0.0.7" }[name];
    return address === undefined
      ? Promise.reject(new Error("the name is not known"))
      : Promise.resolve([{ address, family: 4 }]);
  };
  for (
    const address of [
      "http://127.0.0.1:9/x",
      "http://2130706433/x",
      "git://169.254.1.1/x",
      "ssh://git@10.0.0.1/x",
      "git@inside.example:x.git",
      "git://inside.example/x",
      "ssh://[fe80::1]/x",
      "[::ffff:127.0.0.1]:x",
    ]
  ) {
    await assert.rejects(reachRemote(address, [], lookup), { code: "io", message: /has a private address/ }, address);
  }
  await assert.rejects(reachRemote("git://unknown.example/x", [], lookup), { code: "io", message: /not known/ });
  assert.deepEqual(await reachRemote("git@inside.example:x", ["inside.example"], lookup), {
    address: "git@inside.example:x",
  });
  assert.deepEqual(await reachRemote("git@public.example:x", [], lookup), { address: "git@public.example:x" });
  // The user's own name for a host, which ssh knows.
  for (const address of ["work:x", "git@work:x", "ssh://work.corp/x"]) {
    await assert.rejects(reachRemote(address, [], lookup), {
      message: /the name is not known/,
      hint: /if ssh knows it, allow_private: \["work/,
    }, address);
  }
  assert.deepEqual(await reachRemote("work:x", ["work"], lookup), { address: "work:x" });
  assert.deepEqual(await reachRemote("ssh://work.corp/x", ["work.corp:22"], lookup), { address: "ssh://work.corp/x" });
  const proxy = process.env["HTTPS_PROXY"];
  process.env["HTTPS_PROXY"] = "http://127.0.0.1:9";
  try {
    await assert.rejects(reachRemote("https://intranet/x", [], lookup), { hint: /if your proxy knows it/ });
    const allowed = await reachRemote("https://intranet/x", ["intranet"], lookup);
    assert.deepEqual(allowed, { address: "https://intranet/x" });
  } finally {
    if (proxy === undefined) delete process.env["HTTPS_PROXY"];
    else process.env["HTTPS_PROXY"] = proxy;
  }
});
