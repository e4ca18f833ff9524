/** What a configuration may do only after `ra trust`. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { loadConfig } from "../../src/config/find.ts";
import { namedConfig, trustedConfigs } from "../../src/config/trusted.ts";
import { createMemoryFileSystem, type MemoryFileSystem } from "../../src/host/memory_file_system.ts";
import { isOtherUser } from "../../src/host/process.ts";

const HOME = "/home/u";
const LIST = "/home/u/.local/share/ra/trust.json";
const OTHER = 4242;
/** Deno without --allow-sys and Windows do not tell who runs ra. */
const skip = !isOtherUser(OTHER);

const tree = (name: string, path: string): string => `[tree.${name}]\npath = ${JSON.stringify(path)}\n`;
const write = (fs: MemoryFileSystem, path: string, text: string): void =>
  fs.writeFile(path, new TextEncoder().encode(text));

/** The names of the trees that count. */
async function trees(fs: MemoryFileSystem, start = "/srv/p", trust = false): Promise<readonly string[]> {
  return (await loadConfig(fs, start, HOME, { trust })).trees.map(({ name }) => name);
}

function project(config: string, others: Readonly<Record<string, string>> = {}): MemoryFileSystem {
  return createMemoryFileSystem({
    "/srv/p/.ra.toml": config,
    "/srv/p/docs/a.md": "",
    "/srv/secret/key.md": "",
    "/home/u/notes/n.md": "",
    ...others,
  });
}

/** The files of a git repository. */
const repository = (folder: string): Readonly<Record<string, string>> => ({
  [`${folder}/.git/HEAD`]: "ref: refs/heads/main\n",
  [`${folder}/.git/objects/x`]: "",
  [`${folder}/.git/refs/x`]: "",
});

test("a tree outside the project is left out with one warning, however its path is written", async () => {
  for (const path of ["..", "../secret", "/srv/secret", "/", "~", "~/notes", "docs/../../secret", "./../secret/."]) {
    const fs = project(tree("docs", "docs") + tree("out", path));
    const config = await loadConfig(fs, "/srv/p", HOME);
    assert.deepEqual(config.trees.map(({ name }) => name), ["docs"], path);
    assert.deepEqual(config.warnings, [{
      code: "config-untrusted",
      message: "tree out lies outside the project and is left out; `ra trust /srv/p` allows it",
      path: "/srv/p/.ra.toml",
    }]);
    assert.deepEqual(await trees(fs, "/srv/p", true), ["docs", "out"]);
  }
});

test("variables of a shell mean nothing in a tree's path", async () => {
  const fs = project(tree("a", "$HOME/notes") + tree("b", "~u/notes") + tree("c", "%USERPROFILE%"));
  const config = await loadConfig(fs, "/srv/p", HOME);
  assert.deepEqual(config.trees.map(({ path }) => path), [
    "/srv/p/$HOME/notes",
    "/srv/p/~u/notes",
    "/srv/p/%USERPROFILE%",
  ]);
  assert.deepEqual(config.warnings, []);
});

test("a tree that is a link out of the project, or lies behind one, lies outside", async () => {
  const fs = project(tree("behind", "away/secret") + tree("docs", "inner") + tree("link", "out"));
  fs.addSymlink("/srv/p/out", "../secret");
  fs.addSymlink("/srv/p/away", "/srv");
  fs.addSymlink("/srv/p/inner", "docs");
  const config = await loadConfig(fs, "/srv/p", HOME);
  assert.deepEqual(config.trees.map(({ name }) => name), ["docs"]);
  assert.match(config.warnings[0]?.message ?? "", /^trees behind and link lie outside the project and are left out;/);
});

test("the project is the repository, unless that holds the home directory", async () => {
  const config = tree("out", "../secret");
  assert.deepEqual(await trees(project(config, repository("/srv"))), ["out"]);
  assert.deepEqual(await trees(project(config, { "/srv/.git/nothing": "" })), []);
  const downloads = createMemoryFileSystem({
    "/home/u/downloads/x/.ra.toml": tree("keys", "../../.ssh"),
    "/home/u/.ssh/id.md": "",
    ...repository("/home/u"),
  });
  assert.deepEqual(await trees(downloads, "/home/u/downloads/x"), []);
});

test("a repository of another user is not the project", { skip }, async () => {
  const fs = project(tree("out", "../secret"), repository("/srv"));
  fs.setOwner("/srv/.git", OTHER);
  assert.deepEqual(await trees(fs), []);
});

test("trees of the home file may lie anywhere", async () => {
  const fs = createMemoryFileSystem({ "/home/u/.ra.toml": tree("x", "/srv/x"), "/srv/p/a.md": "", "/srv/x/a.md": "" });
  const config = await loadConfig(fs, "/srv/p", HOME);
  assert.deepEqual([config.trees.length, config.warnings.length], [1, 0]);
});

test("trust lasts through other edits, and ends when a tree leads elsewhere", async () => {
  const fs = project(tree("out", "../secret"));
  const trusted = trustedConfigs(fs, HOME);
  assert.deepEqual(await trusted.trust("/srv/p/.ra.toml"), {
    path: "/srv/p/.ra.toml",
    state: "trusted",
    other_owner: false,
    trees: [{ name: "out", path: "/srv/secret" }],
  });
  assert.deepEqual(await trees(fs), ["out"]);
  write(
    fs,
    "/srv/p/.ra.toml",
    `[settings]\ndefault_limit = 3\n${tree("docs", "docs")}${tree("renamed", "/srv/secret")}`,
  );
  assert.deepEqual(await trees(fs), ["docs", "renamed"]);
  write(fs, "/srv/p/.ra.toml", tree("out", "../secret") + tree("more", "~/notes"));
  assert.deepEqual(await trees(fs), []);
  assert.deepEqual((await trusted.list()).map(({ state }) => state), ["changed"]);
  fs.removeFile("/srv/p/.ra.toml");
  assert.deepEqual((await trusted.list()).map(({ state }) => state), ["missing"]);
  assert.equal(trusted.revoke("/srv/p/.ra.toml").state, "revoked");
  assert.equal(trusted.revoke("/srv/p/.ra.toml").state, "unknown");
  assert.deepEqual(await trusted.list(), []);
});

test("trust in a link ends when the link leads elsewhere", async () => {
  const fs = project(tree("out", "out"));
  fs.addSymlink("/srv/p/out", "../secret");
  await trustedConfigs(fs, HOME).trust("/srv/p/.ra.toml");
  assert.deepEqual(await trees(fs), ["out"]);
  fs.removeFile("/srv/p/out");
  fs.addSymlink("/srv/p/out", "/home/u/notes");
  assert.deepEqual(await trees(fs), []);
});

test("a configuration that needs no trust is not remembered", async () => {
  const fs = project(tree("docs", "docs"), { "/home/u/.ra.toml": tree("n", "/srv") });
  const trusted = trustedConfigs(fs, HOME);
  assert.equal((await trusted.trust("/srv/p/.ra.toml")).state, "unneeded");
  assert.equal((await trusted.trust("/home/u/.ra.toml")).state, "unneeded");
  assert.equal(fs.stat(LIST), undefined);
});

test("a list of trusted configurations that is damaged, too large, a link or a pipe trusts nothing and says so", async () => {
  const fs = project(tree("out", "../secret"));
  const trusted = trustedConfigs(fs, HOME);
  await trusted.trust("/srv/p/.ra.toml");
  const good = new TextDecoder().decode(fs.readFile(LIST));
  const bad = ["", "[]", "null", good.slice(0, -4), good.replace('"hash"', '"hush"'), `${good}${" ".repeat(1 << 20)}`];
  for (const text of bad) {
    write(fs, LIST, text);
    const config = await loadConfig(fs, "/srv/p", HOME);
    assert.deepEqual(config.trees, []);
    assert.deepEqual(config.warnings.map(({ code }) => code), ["trust-damaged", "config-untrusted"]);
  }
  fs.removeFile(LIST);
  write(fs, "/srv/list.json", good);
  fs.addSymlink(LIST, "/srv/list.json");
  assert.deepEqual(await trees(fs), []);
  fs.removeFile(LIST);
  fs.addOther(LIST);
  assert.deepEqual(await trees(fs), []);
  await trusted.trust("/srv/p/.ra.toml");
  assert.deepEqual(await trees(fs), ["out"]);
});

test("a list of trusted configurations of another user trusts nothing", { skip }, async () => {
  for (const at of [LIST, "/home/u/.local/share/ra"]) {
    const fs = project(tree("out", "../secret"));
    await trustedConfigs(fs, HOME).trust("/srv/p/.ra.toml");
    assert.deepEqual(await trees(fs), ["out"]);
    fs.setOwner(at, OTHER);
    assert.deepEqual(await trees(fs), [], at);
  }
});

test(
  "a configuration of another user in a folder above does not count, and nothing of it is read",
  { skip },
  async () => {
    const fs = project(tree("docs", "docs"), { "/srv/.ra.toml": "not TOML" });
    fs.setOwner("/srv/.ra.toml", OTHER);
    const config = await loadConfig(fs, "/srv/p/docs", HOME);
    assert.deepEqual(config.files.map(({ path }) => path), ["/srv/p/.ra.toml"]);
    assert.deepEqual(config.warnings, [{
      code: "config-untrusted",
      message: "another user owns this configuration, so it does not count; `ra trust /srv` lets it count",
      path: "/srv/.ra.toml",
    }]);
  },
);

test(
  "a configuration of another user in the working directory is an error, and so is the only one",
  { skip },
  async () => {
    const fs = project(tree("docs", "docs"));
    fs.setOwner("/srv/p/.ra.toml", OTHER);
    for (const start of ["/srv/p", "/srv/p/docs"]) {
      await assert.rejects(loadConfig(fs, start, HOME), {
        code: "config-untrusted",
        path: "/srv/p/.ra.toml",
        hint: "read it, then let it count with `ra trust /srv/p`, or once with --trust",
      });
    }
    assert.deepEqual(await trees(fs, "/srv/p", true), ["docs"]);
    await trustedConfigs(fs, HOME).trust("/srv/p/.ra.toml");
    assert.deepEqual(await trees(fs), ["docs"]);
    fs.setOwner("/srv/p/.ra.toml", OTHER + 1);
    await assert.rejects(loadConfig(fs, "/srv/p", HOME), { code: "config-untrusted" });
  },
);

test("trust in one's own configuration does not pass to another user's in its place", { skip }, async () => {
  const fs = project(tree("out", "../secret"));
  await trustedConfigs(fs, HOME).trust("/srv/p/.ra.toml");
  fs.setOwner("/srv/p/.ra.toml", OTHER);
  await assert.rejects(loadConfig(fs, "/srv/p", HOME), { code: "config-untrusted" });
});

test("a configuration of root counts", async () => {
  const fs = project(tree("docs", "docs"));
  fs.setOwner("/srv/p/.ra.toml", 0);
  assert.deepEqual(await trees(fs), ["docs"]);
});

test("a configuration that is a link does not count, except the home file", async () => {
  const fs = createMemoryFileSystem({
    "/srv/.ra.toml": tree("srv", "docs"),
    "/srv/p/docs/a.md": "",
    "/home/u/dotfiles/ra.toml": tree("notes", "notes"),
  });
  fs.addSymlink("/home/u/.ra.toml", "dotfiles/ra.toml");
  fs.addSymlink("/srv/p/.ra.toml", "/home/u/dotfiles/ra.toml");
  const config = await loadConfig(fs, "/srv/p", "/nowhere");
  assert.deepEqual(config.files.map(({ path }) => path), ["/srv/.ra.toml"]);
  assert.deepEqual(config.warnings.map(({ code, path }) => [code, path]), [["config-link", "/srv/p/.ra.toml"]]);
});

test("the command in a warning is one safe word of a shell, whatever the folder is called", async () => {
  const folder = "/srv/a b\n$(touch x)'`id`";
  const fs = createMemoryFileSystem({ [`${folder}/.ra.toml`]: tree("out", "/srv") });
  const [warning] = (await loadConfig(fs, folder, HOME)).warnings;
  assert.ok(warning?.message.endsWith("`ra trust '/srv/a b\n$(touch x)'\\''`id`'` allows it"), warning?.message);
  const trusted = trustedConfigs(fs, HOME);
  await trusted.trust(namedConfig(fs, folder, undefined));
  assert.deepEqual(await trees(fs, folder), ["out"]);
  assert.deepEqual((await trusted.list()).map(({ path }) => path), [`${folder}/.ra.toml`]);
});

test("a warning names three of many trees", async () => {
  const many = Array.from({ length: 300 }, (_, at) => tree(`t${at}${"x".repeat(at === 0 ? 900 : 0)}`, "/srv")).join("");
  const [warning] = (await loadConfig(project(many), "/srv/p", HOME)).warnings;
  assert.match(warning?.message ?? "", /^trees t0x{38}…, t1, t10 and 297 more lie outside the project/);
});

test("namedConfig() takes a folder, a file, or the nearest configuration", async () => {
  const fs = project(tree("docs", "docs"), { "/srv/p/readme.md": "" });
  fs.addSymlink("/srv/link", "p");
  for (const named of [undefined, ".", ".ra.toml", "/srv/p", "/srv/link", "../link/.ra.toml"]) {
    assert.equal(namedConfig(fs, "/srv/p", named), "/srv/p/.ra.toml", named);
  }
  assert.equal(namedConfig(fs, "/srv/p/docs", undefined), "/srv/p/.ra.toml");
  assert.equal(namedConfig(fs, "/srv/p", "gone"), "/srv/p/gone/.ra.toml");
  assert.throws(() => namedConfig(fs, "/srv/p", "readme.md"), { code: "usage" });
  assert.throws(() => namedConfig(fs, "/home/u", undefined), { code: "config-missing" });
  await assert.rejects(trustedConfigs(fs, HOME).trust("/srv/p/docs/.ra.toml"), { code: "config-missing" });
});

test("on a file system that ignores letter case, a tree lies where it really lies, however it is written", async () => {
  const fs = project(tree("docs", "/SRV/P/Docs") + tree("up", "../P/DOCS") + tree("out", "../SECRET"));
  const insensitive: MemoryFileSystem = {
    ...fs,
    stat: (path) => fs.stat(path.toLowerCase()),
    kindOf: (path) => fs.kindOf(path.toLowerCase()),
    realPath: (path) => fs.realPath(path.toLowerCase()),
    open: (path, options) => fs.open(path.toLowerCase(), options),
  };
  assert.deepEqual(await trees(insensitive, "/SRV/p"), ["docs", "up"]);
  await trustedConfigs(insensitive, HOME).trust(namedConfig(insensitive, "/srv", "P"));
  assert.deepEqual(await trees(insensitive, "/Srv/P"), ["docs", "out", "up"]);
});

const service = (text: string): string => `[semantic]\n${text}`;

test("a service beyond this machine and a key need trust, and one on this machine does not", async () => {
  const asking: readonly [config: string, warning: RegExp | undefined][] = [
    ['base_url = "http://localhost:11434/v1"', undefined],
    ['base_url = "http://127.0.0.1:8080"', undefined],
    ['base_url = "http://[::1]:8080"', undefined],
    [
      'base_url = "https://api.example.com/v1"',
      /^`semantic.base_url` leads beyond this machine, to api\.example\.com, and/,
    ],
    ['base_url = "http://localhost.example.com"', /to localhost\.example\.com,/],
    ['base_url = "http://127.0.0.1.example.com"', /to 127\.0\.0\.1\.example\.com,/],
    ['base_url = "http://2130706433"', undefined],
    ['base_url = "http://0.0.0.0:80"', /to 0\.0\.0\.0,/],
    [
      'base_url = "http://localhost"\napi_key_env = "AWS_SECRET_ACCESS_KEY"',
      /^`semantic.api_key_env` names a key of yours and/,
    ],
  ];
  for (const [text, warning] of asking) {
    const fs = project(service(text));
    const { semantic, warnings } = await loadConfig(fs, "/srv/p", HOME);
    const trusted = await loadConfig(fs, "/srv/p", HOME, { trust: true });
    assert.deepEqual(trusted.warnings, []);
    assert.ok(trusted.semantic.base_url !== undefined);
    if (warning === undefined) {
      assert.deepEqual([semantic, warnings], [trusted.semantic, []], text);
      continue;
    }
    assert.deepEqual([semantic.base_url, semantic.api_key_env], [undefined, undefined], text);
    assert.equal(warnings.length, 1);
    assert.equal(warnings[0]!.code, "config-untrusted");
    assert.match(warnings[0]!.message, warning);
    assert.match(warnings[0]!.message, /is left out; `ra trust \/srv\/p` allows it$/);
  }
});

test("trust in a service ends when its address or its key changes", async () => {
  const text = (host: string, key: string): string =>
    service(`base_url = "https://${host}/v1"\napi_key_env = "${key}"\n`);
  const fs = project(text("api.example.com", "MY_KEY"));
  const configs = trustedConfigs(fs, HOME);
  const report = await configs.trust("/srv/p/.ra.toml");
  assert.deepEqual(report, {
    path: "/srv/p/.ra.toml",
    state: "trusted",
    other_owner: false,
    trees: [],
    services: [{ base_url: "https://api.example.com/v1", api_key_env: "MY_KEY" }],
  });
  const address = async () => (await loadConfig(fs, "/srv/p", HOME)).semantic.base_url;
  assert.equal(await address(), "https://api.example.com/v1");
  assert.deepEqual(await configs.list(), [report]);
  for (const [host, key] of [["api.example.org", "MY_KEY"], ["api.example.com", "OTHER_KEY"]] as const) {
    write(fs, "/srv/p/.ra.toml", text(host, key));
    assert.equal(await address(), undefined);
    assert.deepEqual((await configs.list()).map(({ state }) => state), ["changed"]);
  }
  write(fs, "/srv/p/.ra.toml", `${text("api.example.com", "MY_KEY")}weight = 0.5\n`);
  assert.equal(await address(), "https://api.example.com/v1");
});

test("a file that already asked for trees asks again when it adds a service", async () => {
  const fs = project(tree("out", "../secret"));
  await trustedConfigs(fs, HOME).trust("/srv/p/.ra.toml");
  assert.deepEqual(await trees(fs), ["out"]);
  write(fs, "/srv/p/.ra.toml", tree("out", "../secret") + service('base_url = "https://api.example.com"'));
  const { warnings } = await loadConfig(fs, "/srv/p", HOME);
  assert.deepEqual(warnings.map(({ message }) => message.split(" ")[0]), ["tree", "`semantic.base_url`"]);
});

test("a key goes only to the address that stands beside it", async () => {
  const home = service('base_url = "https://api.example.com/v1"\napi_key_env = "MY_KEY"');
  const at = async (config: string) =>
    (await loadConfig(project(config, { "/home/u/.ra.toml": home }), "/srv/p", HOME)).semantic;
  const own = await at(service("weight = 0.5"));
  assert.deepEqual([own.base_url, own.api_key_env], ["https://api.example.com/v1", "MY_KEY"]);
  const other = await at(service('base_url = "http://localhost:1234/v1"'));
  assert.deepEqual([other.base_url, other.api_key_env], ["http://localhost:1234/v1", undefined]);
  const fs = project(service('api_key_env = "AWS_SECRET_ACCESS_KEY"'), { "/home/u/.ra.toml": home });
  const { semantic } = await loadConfig(fs, "/srv/p", HOME);
  assert.equal(semantic.api_key_env, "MY_KEY");
  await assert.rejects(loadConfig(fs, "/srv/p", HOME, { trust: true }), {
    code: "config-value",
    message: /`semantic.api_key_env` counts only beside `semantic.base_url` in the same file/,
  });
});

test("an address has to be that of an HTTP service, without a user's name", async () => {
  for (const address of ["api.example.com", "file:///etc/passwd", "https://me:secret@example.com", "http://"]) {
    await assert.rejects(loadConfig(project(service(`base_url = "${address}"`)), "/srv/p", HOME), {
      code: "config-value",
      message: /`semantic.base_url` must be an address that begins with http/,
    });
  }
});

test("a model file outside the project needs trust, and one inside or a name does not", async () => {
  const asked = async (lines: string) => {
    const fs = project(`[generation]\n${lines}\n`);
    const { generation, warnings } = await loadConfig(fs, "/srv/p", HOME);
    return { ...generation, warnings: warnings.map(({ message }) => message) };
  };
  for (const path of ["../secret/m.gguf", "/srv/secret/m.gguf", "~/m.gguf"]) {
    const { model, fallback, warnings } = await asked(`model = "qwen2.5:7b"\nfallback = ${JSON.stringify(path)}`);
    assert.deepEqual([model, fallback], ["qwen2.5:7b", undefined], path);
    assert.match(
      warnings.join(),
      /^`generation.fallback` lies outside the project, in .*`ra trust \/srv\/p` allows it$/,
    );
    assert.equal((await asked(`provider = "local"\nmodel = ${JSON.stringify(path)}`)).model, undefined, path);
  }
  const inside = await asked('provider = "local"\nmodel = "models/m.gguf"\nfallback = "./docs/../m.gguf"');
  assert.deepEqual([inside.model, inside.warnings], ["models/m.gguf", []]);
  assert.deepEqual((await asked('model = "org/model:latest"')).warnings, []);
});

test("what ra wrote by itself is trusted as long as it holds the same bytes and leads to the same places", async () => {
  const text = tree("out", "../secret");
  const fs = project(text);
  fs.makeDirectory("/srv/other");
  const bytes = new TextEncoder().encode(text);
  await trustedConfigs(fs, HOME).trustOwn("/srv/p/.ra.toml", bytes);
  assert.deepEqual(await trees(fs), ["out"]);
  assert.deepEqual((await trustedConfigs(fs, HOME).list()).map(({ state }) => state), ["trusted"]);
  // Even a change that would need no trust of a file that `ra trust` trusted.
  write(fs, "/srv/p/.ra.toml", `# A comment.\n${text}`);
  assert.deepEqual(await trees(fs), []);
  assert.deepEqual((await trustedConfigs(fs, HOME).list()).map(({ state }) => state), ["changed"]);
  write(fs, "/srv/p/.ra.toml", text);
  assert.deepEqual(await trees(fs), ["out"]);
  fs.rename("/srv/secret", "/srv/moved");
  fs.addSymlink("/srv/secret", "/srv/other");
  assert.deepEqual(await trees(fs), []);
  // Another file that was there when ra noted its own bytes.
  fs.removeFile("/srv/secret");
  fs.rename("/srv/moved", "/srv/secret");
  write(fs, "/srv/p/.ra.toml", `${text}${tree("more", "/")}`);
  await trustedConfigs(fs, HOME).trustOwn("/srv/p/.ra.toml", bytes);
  assert.deepEqual(await trees(fs), []);
  await trustedConfigs(fs, HOME).trust("/srv/p/.ra.toml");
  assert.deepEqual(await trees(fs), ["more", "out"]);
});
