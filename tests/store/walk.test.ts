import test from "node:test";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import * as nodeFs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import process from "node:process";
import fc from "fast-check";
import ignore from "ignore";
import { createDocumentPlaces } from "../../src/config/document_places.ts";
import type { FileSystem } from "../../src/host/file_system.ts";
import { createMemoryFileSystem, type MemoryFileSystem } from "../../src/host/memory_file_system.ts";
import { createDiskFileSystem } from "../../src/host/disk_file_system.ts";
import { walkTree } from "../../src/store/files/walk.ts";
import { compileGlob } from "../../src/text/globs.ts";

const DEFAULT_INCLUDE = ["**/*.md", "**/*.markdown", "**/*.txt"];
const at = (root: string, more: Partial<Parameters<typeof walkTree>[1]> = {}) => ({
  path: root,
  include: DEFAULT_INCLUDE,
  exclude: [],
  gitignore: true,
  ...more,
});
const paths = (walk: ReturnType<typeof walkTree>): string[] => walk.files.map((file) => file.path);
const files = (...names: string[]): MemoryFileSystem =>
  createMemoryFileSystem(Object.fromEntries(names.map((name) => [`/t/${name}`, name])));

/** Writes the same files (content = path) into a new folder on the disk. */
function onDisk(names: readonly string[], use: (root: string) => void): void {
  const root = nodeFs.realpathSync(nodeFs.mkdtempSync(path.join(os.tmpdir(), "ra-walk-"))).replaceAll("\\", "/");
  try {
    for (const name of names) {
      nodeFs.mkdirSync(path.dirname(`${root}/${name}`), { recursive: true });
      nodeFs.writeFileSync(`${root}/${name}`, name);
    }
    use(root);
  } finally {
    nodeFs.rmSync(root, { recursive: true, force: true });
  }
}
const disk = createDiskFileSystem();
const posixOnly = { skip: process.platform === "win32" };

test("walkTree() finds the same files on disk and in memory, in order and with their fingerprints", () => {
  const names = [
    "a.md",
    "a/b.md",
    "a-b.md",
    "B.MD",
    "c/d/e.markdown",
    "c/n.txt",
    "c/x.rs",
    ".hidden.md",
    ".h/a.md",
    "#1: x.md",
    "é.md",
  ];
  const expected = ["#1: x.md", "B.MD", "a-b.md", "a.md", "a/b.md", "c/d/e.markdown", "c/n.txt", "é.md"];
  const fs = files(...names);
  const inMemory = walkTree(fs, at("/t"));
  assert.deepEqual(paths(inMemory), expected);
  assert.deepEqual(inMemory.includeMatches, [6, 1, 1]);
  assert.equal(inMemory.missing, false);
  onDisk(names, (root) => {
    const walk = walkTree(disk, at(root));
    assert.deepEqual(paths(walk), expected);
    for (const file of walk.files) {
      const { size, mtimeNs, ctimeNs, inode } = disk.stat(`${root}/${file.path}`)!;
      assert.deepEqual(file.fingerprint, { size, mtimeNs, ctimeNs, inode });
    }
  });
});

test(
  "walkTree() distinguishes names that differ only in Unicode normalisation, and accepts newlines in names",
  posixOnly,
  () => {
    const names = ["\u00e9.md", "e\u0301.md", "a\nb/c\n.md"];
    assert.deepEqual(paths(walkTree(files(...names), at("/t"))), ["a\nb/c\n.md", "e\u0301.md", "\u00e9.md"]);
  },
);

test("walkTree() returns hidden entries only for an include with the dot, never .ra, and .git only by its full name", () => {
  const fs = files(
    "a.md",
    ".x/a.md",
    "b/.x/a.md",
    ".x/.y/a.md",
    ".a.md",
    ".git/a.md",
    ".ra/a.md",
    "b/.ra/a.md",
    "b/.git/c.md",
  );
  const include = (...globs: string[]): string[] => paths(walkTree(fs, at("/t", { include: globs })));
  assert.deepEqual(include("**"), ["a.md"]);
  assert.deepEqual(include(".x/**"), [".x/a.md"]);
  assert.deepEqual(include("**/.x/**"), [".x/a.md", "b/.x/a.md"]);
  assert.deepEqual(include("**/.*/*.md"), [".x/a.md", "b/.x/a.md"]);
  assert.deepEqual(include("**/.*"), [".a.md"]);
  assert.deepEqual(include("**/.git/*"), [".git/a.md", "b/.git/c.md"]);
  assert.deepEqual(include(".ra/**", "**/.ra/*"), []);
});

test("walkTree() gives excludes priority, and does not read a folder that an exclude covers", () => {
  const fs = files("a.md", "drafts/a.md", "x/drafts/y/a.md", "x/Drafts/a.md", "x/a.md", "x/b.md");
  fs.makeUnreadable("/t/drafts");
  const walk = walkTree(fs, at("/t", { exclude: ["**/drafts/**", "x/b.*"] }));
  assert.deepEqual(paths(walk), ["a.md", "x/a.md"]);
  assert.deepEqual(walk.skipped, []);
});

test("walkTree() leaves out everything in an excluded folder, with or without a slash at the end of the exclude", () => {
  const fs = files("a.md", "rust/a.md", "rust/deep/b.md", "x/rust/c.md", "rusty/d.md");
  for (const exclude of ["rust", "rust/", "rust/**", "./rust", "RUST"]) {
    assert.deepEqual(paths(walkTree(fs, at("/t", { exclude: [exclude] }))), ["a.md", "rusty/d.md", "x/rust/c.md"]);
  }
  assert.deepEqual(paths(walkTree(fs, at("/t", { exclude: ["**/rust"] }))), ["a.md", "rusty/d.md"]);
  assert.deepEqual(paths(walkTree(fs, at("/t", { exclude: ["rust*", "a.md"] }))), ["x/rust/c.md"]);
});

test("walkTree() does not read folders that no include reaches", () => {
  const fs = files("docs/a.md", "src/deep/b.md", "node/x.md", "docs/sub/deeper/c.md");
  for (const folder of ["src", "node", "docs/sub/deeper"]) fs.makeUnreadable(`/t/${folder}`);
  const walk = walkTree(fs, at("/t", { include: ["DOCS/*.md", "d*/s?b/*.md"] }));
  assert.deepEqual(paths(walk), ["docs/a.md"]);
  assert.deepEqual(walk.skipped, []);
});

test("walkTree() reports includes that match nothing", () => {
  const walk = walkTree(
    files("a.md", "b.md", "c.txt"),
    at("/t", { include: ["*.md", "a.*", "**/*.rst", "c.txt"], exclude: ["c.*"] }),
  );
  assert.deepEqual(walk.includeMatches, [2, 1, 0, 0]);
});

test("walkTree() follows links to files of the project, but not to folders or out of it, and skips broken links and loops", () => {
  const names = ["real/a.md", "t/b.md", "out/c.md", "t/.git/d.md"];
  const check = (root: string, walk: ReturnType<typeof walkTree>): void => {
    assert.deepEqual(paths(walk), ["b.md", "link.md"], root);
    assert.deepEqual(walk.skipped, [
      { path: "broken.md", reason: "a broken link" },
      { path: "folder.md", reason: "a link to a directory" },
      { path: "loop.md", reason: "a broken link" },
      { path: "out.md", reason: "it is a link that leads out of the project and its trees" },
      { path: "private.md", reason: "it is a link that leads out of the project and its trees" },
    ]);
  };
  const links = {
    "link.md": "../real/a.md",
    "folder.md": "../real",
    "up": "..",
    "broken.md": "nowhere",
    "loop.md": "loop.md",
    "out.md": "../out/c.md",
    "private.md": ".git/d.md",
  };
  const fs = createMemoryFileSystem(Object.fromEntries(names.map((name) => [`/${name}`, name])));
  for (const [name, target] of Object.entries(links)) fs.addSymlink(`/t/${name}`, target);
  const project = (files: FileSystem, root: string) =>
    createDocumentPlaces(files, {
      root: null,
      trees: [{ path: `${root}/t` }, { path: `${root}/real` }],
    });
  check("memory", walkTree(fs, at("/t"), project(fs, "")));
  fs.addSymlink("/entry", "t");
  check("through a link to the root", walkTree(fs, at("/entry"), project(fs, "")));
  if (process.platform === "win32") return;
  onDisk(names, (root) => {
    for (const [name, target] of Object.entries(links)) nodeFs.symlinkSync(target, `${root}/t/${name}`);
    check("disk", walkTree(disk, at(`${root}/t`), project(disk, root)));
  });
});

test("walkTree() skips a named pipe without opening it, and names that are not UTF-8", {
  skip: process.platform !== "linux",
}, () => {
  onDisk(["a.md"], (root) => {
    execFileSync("mkfifo", [`${root}/pipe.md`]);
    execFileSync("sh", ["-c", `cd "$0" && : > "$(printf 'bad\\377.md')" && mkdir "$(printf 'dir\\377')"`, root]);
    const walk = walkTree(disk, at(root));
    assert.deepEqual(paths(walk), ["a.md"]);
    assert.deepEqual(walk.skipped, [
      { path: "bad\uFFFD.md", reason: "the name is not UTF-8" },
      { path: "dir\uFFFD/", reason: "the name is not UTF-8" },
      { path: "pipe.md", reason: "not a regular file" },
    ]);
  });
});

test("walkTree() continues after a folder that it may not list, and reports it", () => {
  const fs = files("a.md", "secret/b.md", "z/c.md");
  fs.makeUnreadable("/t/secret");
  const walk = walkTree(fs, at("/t"));
  assert.deepEqual(paths(walk), ["a.md", "z/c.md"]);
  assert.deepEqual(walk.skipped, [{ path: "secret/", reason: "unreadable: permission denied" }]);
});

test("walkTree() distinguishes a missing root, a file and an unreadable folder from an empty tree", () => {
  const fs = files("a.md", "empty/x.rs");
  assert.deepEqual([walkTree(fs, at("/none")).missing, walkTree(fs, at("/none")).problem], [
    true,
    "there is no such directory",
  ]);
  assert.deepEqual([walkTree(fs, at("/t/a.md")).missing, walkTree(fs, at("/t/a.md")).problem], [
    true,
    "it is not a directory",
  ]);
  assert.deepEqual([walkTree(fs, at("/t/empty")).missing, walkTree(fs, at("/t/empty")).problem], [false, undefined]);
  fs.makeUnreadable("/t");
  assert.deepEqual([walkTree(fs, at("/t")).missing, walkTree(fs, at("/t")).problem], [
    true,
    "unreadable: permission denied",
  ]);
});

test("walkTree() refuses an invalid glob", () => {
  assert.throws(() => walkTree(files("a.md"), at("/t", { exclude: ["[a"] })), { code: "config-value" });
});

test("walkTree() reads ignore files from the repository root down, and .raignore last", () => {
  const fs = createMemoryFileSystem({
    "/.gitignore": "*.md", // above the repository
    "/r/.git/config": "[core]\n",
    "/r/.gitignore": "*.tmp.md\n/docs/build/\nsecret.md\n",
    "/r/docs/.gitignore": "!keep.tmp.md\nlocal.md\n",
    "/r/docs/.raignore": "!local.md\nprivate/\n",
    "/r/docs/a.md": "",
    "/r/docs/b.tmp.md": "",
    "/r/docs/keep.tmp.md": "",
    "/r/docs/local.md": "",
    "/r/docs/build/x.md": "",
    "/r/docs/sub/build/y.md": "",
    "/r/docs/sub/secret.md": "",
    "/r/docs/sub/Secret.md": "",
    "/r/docs/private/z.md": "",
  });
  assert.deepEqual(paths(walkTree(fs, at("/r/docs"))), [
    "a.md",
    "keep.tmp.md",
    "local.md",
    "sub/Secret.md",
    "sub/build/y.md",
  ]);
  assert.equal(walkTree(fs, at("/r/docs", { gitignore: false })).files.length, 9);
  fs.writeFile("/r/.git/config", new TextEncoder().encode("[core]\n\tignorecase = true\n"));
  assert.equal(paths(walkTree(fs, at("/r/docs"))).includes("sub/Secret.md"), false);
});

test("walkTree() still lists files when a rule ignores the tree's own root or a folder above", () => {
  for (const rule of ["notes", "notes/", "/notes/", "/my/", "my/notes", "**/notes"]) {
    const fs = createMemoryFileSystem({
      "/r/.git/HEAD": "",
      "/r/.gitignore": `${rule}\n*.tmp.md\n`,
      "/r/my/notes/a.md": "",
      "/r/my/notes/b.tmp.md": "",
      "/r/my/notes/sub/c.md": "",
    });
    assert.deepEqual(paths(walkTree(fs, at("/r/my/notes"))), ["a.md", "sub/c.md"], rule);
    if (rule !== "/notes/") assert.deepEqual(paths(walkTree(fs, at("/r"))), [], rule);
  }
});

test("walkTree() outside a repository reads ignore files from the tree's root down", () => {
  const fs = createMemoryFileSystem({
    "/.gitignore": "a.md",
    "/t/.gitignore": "b.md",
    "/t/a.md": "",
    "/t/b.md": "",
    "/t/s/b.md": "",
    "/t/s/.raignore": "/c.md",
    "/t/s/c.md": "",
    "/t/s/d/c.md": "",
  });
  assert.deepEqual(paths(walkTree(fs, at("/t"))), ["a.md", "s/d/c.md"]);
});

const segment = fc.constantFrom("a", "b", "B", "docs", ".x", ".git", ".ra", "a.md", "b.txt", ".c.md", "drafts", "x y");
const treePaths = fc.uniqueArray(fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/")), {
  maxLength: 25,
});
const globSegment = fc.constantFrom(
  "*",
  "**",
  "a",
  "b?",
  "*.md",
  ".x",
  ".*",
  "{a,docs}",
  "{a/b,.x}",
  "[!b]*",
  "*s",
  "**.md",
  "drafts",
  ".git",
);
const globs = (minLength: number) =>
  fc.array(fc.array(globSegment, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/")), {
    minLength,
    maxLength: 3,
  });

/** Returns `a/b` and `a` for `a/b/c.md`. */
const foldersOf = (path: string): string[] => {
  const parts = path.split("/");
  return parts.slice(1).map((_, depth) => parts.slice(0, depth + 1).join("/"));
};

test("walkTree() selects the same files as a match of every path, whatever it leaves unvisited", () => {
  fc.assert(
    fc.property(treePaths, globs(1), globs(0), (wanted, include, exclude) => {
      const fs = createMemoryFileSystem();
      fs.makeDirectory("/t");
      const made: string[] = [];
      for (const path of wanted) {
        // A path may need a file as its folder, so the test leaves that path out.
        try {
          fs.makeDirectory(`/t/${path}`.slice(0, `/t/${path}`.lastIndexOf("/")));
          if (fs.createExclusive(`/t/${path}`, new Uint8Array())) made.push(path);
        } catch {
          continue;
        }
      }
      const gitNamed = include.some((glob) => glob.split("/").includes(".git"));
      const expected = made.filter((path) => {
        const parts = path.split("/");
        if (parts.includes(".ra") || (parts.includes(".git") && !gitNamed)) return false;
        return include.some((glob) => compileGlob(glob)(path)) &&
          !exclude.some((glob) => [path, ...foldersOf(path)].some(compileGlob(glob, { hidden: true })));
      });
      assert.deepEqual(paths(walkTree(fs, at("/t", { include, exclude }))), expected.sort());
    }),
    { numRuns: 200 },
  );
});

const ruleLine = fc.constantFrom(
  "a",
  "b/",
  "/a",
  "/b/",
  "a/b",
  "*.md",
  "!*.md",
  "!a",
  "!b/",
  "**/b",
  "a/**",
  "a/*",
  "!a/*",
  "[ab]",
  "c d",
  "c\\ d",
  "#a",
  "\\#a.md",
  "\\!a",
  "a?.md",
  "*",
  "!*/",
  "/",
  "**",
  "a/**/b",
  "b.md ",
  "!/a/b.md",
  "x*y",
  "a\\*",
);
const ruleFile = fc.array(ruleLine, { maxLength: 3 });
const NAMES = ["a", "b", "c d", "#a.md", "!a", "a*", "b.md", "ab.md", "xzy"];
const gitPath = fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 3 }).map((parts) =>
  `${parts.join("/")}/f.md`
);
const inFolder = fc.constantFrom("", "a/", "b/", "a/b/", "c d/", "a*/");

test("walkTree() ignores what git ignores", posixOnly, () => {
  onDisk([], (root) => {
    const git = (...command: string[]): string =>
      execFileSync("git", ["-c", "core.excludesFile=/dev/null", "-c", "core.quotePath=false", ...command], {
        cwd: root,
        encoding: "utf8",
        maxBuffer: 1e7,
      });
    git("init", "-q");
    const cases = fc.sample(
      fc.record({
        paths: fc.array(gitPath, { minLength: 5, maxLength: 15 }),
        rules: fc.array(fc.tuple(inFolder, ruleFile), { minLength: 1, maxLength: 4 }),
      }),
      { numRuns: 15, seed: 11 },
    );
    for (const { paths: names, rules } of cases) {
      for (const entry of nodeFs.readdirSync(root)) {
        if (entry !== ".git") nodeFs.rmSync(`${root}/${entry}`, { recursive: true });
      }
      for (const name of [...names, "a/b/g.md", "b.md", "c d/b.md"]) {
        try {
          nodeFs.mkdirSync(path.dirname(`${root}/${name}`), { recursive: true });
          nodeFs.writeFileSync(`${root}/${name}`, "x");
        } catch {
          continue; // a file stands where a folder would
        }
      }
      for (const [folder, lines] of rules) {
        if (nodeFs.existsSync(`${root}/${folder}`)) {
          nodeFs.writeFileSync(`${root}/${folder}.gitignore`, `${lines.join("\n")}\n`);
        }
      }
      const expected = git("ls-files", "-o", "-z", "--exclude-standard").split("\0").filter((name) =>
        name.endsWith(".md")
      ).sort();
      assert.deepEqual(paths(walkTree(disk, at(root))), expected, JSON.stringify(rules));
    }
  });
});

test("walkTree() ignores the same files as a test of each rule on every path", () => {
  // Names and patterns consist of a few letters, so that they often match.
  const name = fc.constantFrom("a", "b", "ab", "A.md", "b.md", "a+b.md", "(a).md", "a b.md");
  const pattern = fc.constantFrom(
    "a",
    "*a*",
    "b.md",
    "/b.md",
    "a/",
    "a/b",
    "**/ab/*",
    "*.md",
    "!b.md",
    "!*/",
    "[ab].md",
    "\\(a).md",
    "(a).md",
    "a+b.md",
    "?b",
    "# a",
    "",
    "a b.md ",
    "A.MD",
    "*",
  );
  fc.assert(
    fc.property(
      fc.array(fc.array(name, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 8 }),
      fc.array(pattern, { maxLength: 4 }),
      (paths, patterns) => {
        const fs = createMemoryFileSystem({ "/t/.gitignore": patterns.join("\n") });
        const made = new Set<string>();
        for (const segments of paths) {
          const path = segments.join("/");
          if ([...made].some((other) => other.startsWith(`${path}/`) || path.startsWith(`${other}/`))) continue;
          made.add(path);
          fs.makeDirectory(`/t/${segments.slice(0, -1).join("/")}`);
          fs.writeFile(`/t/${path}`, new Uint8Array());
        }
        const oracle = ignore({ allowRelativePaths: true, ignorecase: false }).add(patterns);
        assert.deepEqual(
          walkTree(fs, at("/t", { include: ["**/*"] })).files.map(({ path }) => path),
          [...made].filter((path) => !oracle.ignores(path)).sort(),
        );
      },
    ),
  );
});

/** Ignore files that would take all time or memory. */
const TOO_MANY: Readonly<Record<string, string>> = {
  "20,001 rules": "rule\n".repeat(20_001),
  "a line of 5,000 characters": `${"x".repeat(5000)}\n`,
  "a name with five stars": "*a*a*a*a*ab\n",
  "a line with four `**` between folders": "**/a/**/a/**/a/**/b\n",
};

test("the usual .gitignore of a project in Node leaves no folder out", () => {
  const rules = "logs\n*.log\nreport.[0-9]*.[0-9]*.[0-9]*.[0-9]*.json\n";
  const fs = createMemoryFileSystem({
    "/t/.gitignore": rules,
    "/t/a.md": "a",
    "/t/report.1.2.3.4.json": "{}",
    "/t/report.json": "{}",
  });
  const { files, skipped } = walkTree(fs, { path: "/t", include: ["**/*"], exclude: [], gitignore: true });
  assert.deepEqual(files.map(({ path }) => path), ["a.md", "report.json"]);
  assert.deepEqual(skipped, []);
});

for (const [what, rules] of Object.entries(TOO_MANY)) {
  test(`a folder whose .gitignore has ${what} is left out with a reason, and the others stay`, () => {
    const fs = createMemoryFileSystem({ "/t/a.md": "a", "/t/sub/.gitignore": rules, "/t/sub/b.md": "b" });
    const { files, skipped } = walkTree(fs, { path: "/t", include: ["**/*.md"], exclude: [], gitignore: true });
    assert.deepEqual(files.map(({ path }) => path), ["a.md"]);
    assert.deepEqual(skipped.map(({ path }) => path), ["sub/"]);
    assert.match(skipped[0]!.reason, /^\/t\/sub\/\.gitignore .*gitignore = false/);
    const top = createMemoryFileSystem({ "/t/a.md": "a", "/t/.gitignore": rules });
    assert.match(
      walkTree(top, { path: "/t", include: ["**/*.md"], exclude: [], gitignore: true }).problem ?? "",
      /^\/t\/\.gitignore /,
    );
  });
}

test("5,000 rules of a .gitignore count, also with classes and escapes in them", () => {
  const rules = Array.from({ length: 5000 }, (_, at) => `ign[o]red-${at}/`).join("\n");
  const fs = createMemoryFileSystem({
    "/t/.gitignore": `${rules}\n[]x]y.md\nse\\cret.md\n\\!bang.md\n[a-c]*\n!keep.md\n`,
    "/t/ignored-4999/a.md": "a",
    "/t/ignored-5000/x.md": "a",
    "/t/]y.md": "a",
    "/t/secret.md": "a",
    "/t/!bang.md": "a",
    "/t/b.md": "a",
    "/t/keep.md": "a",
  });
  const { files } = walkTree(fs, { path: "/t", include: ["**/*.md"], exclude: [], gitignore: true });
  assert.deepEqual(files.map(({ path }) => path), ["ignored-5000/x.md", "keep.md"]);
});
