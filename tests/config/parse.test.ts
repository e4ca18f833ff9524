import assert from "node:assert/strict";
import { test } from "node:test";
import { RaError } from "../../src/errors.ts";
import { KEYS } from "../../src/config/keys.ts";
import { STEMMERS } from "../../src/config/keys/stemmers.ts";
import { parseConfig } from "../../src/config/parse.ts";

const PATH = "/srv/.ra.toml";
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Returns `line:column code message | hint` of the error that a text causes; fails when there is none. */
async function failure(text: string | Uint8Array): Promise<string> {
  const parsed = parseConfig(typeof text === "string" ? encode(text) : text, PATH);
  const error = await parsed.then(() => assert.fail(`accepted: ${text}`), (reason: unknown) => reason);
  assert.ok(error instanceof RaError, String(error));
  assert.equal(error.path, PATH);
  return `${error.line}:${error.column} ${error.code} ${error.message}${
    error.hint === undefined ? "" : ` | ${error.hint}`
  }`;
}

test("parseConfig() reads every key", async () => {
  const { values, trees } = await parseConfig(
    encode(
      'root = true\n[tree.docs]\npath = "d"\nexclude = []\n[search]\ncutoff_ratio = 1\nboost = { title = 0, body = -0.0 }\n',
    ),
    PATH,
  );
  assert.deepEqual([...values], [["root", true], ["search.cutoff_ratio", 1], ["search.boost.title", 0], [
    "search.boost.body",
    0,
  ]]);
  assert.deepEqual([...trees].map(([name, tree]) => [name, [...tree]]), [["docs", [["path", "d"], ["exclude", []]]]]);
});

test("parseConfig() reads an empty file, a byte order mark and CRLF", async () => {
  assert.deepEqual([...(await parseConfig(encode(""), PATH)).values], []);
  assert.deepEqual([
    ...(await parseConfig(encode("\uFEFFroot = true\r\n[settings]\r\ndefault_limit = 3\r\n"), PATH)).values,
  ], [
    ["root", true],
    ["settings.default_limit", 3],
  ]);
});

test("parseConfig() counts lines and columns the same with a byte order mark and CRLF", async () => {
  assert.match(await failure("\uFEFFrot = true\r\n"), /^1:1 config-key /);
  assert.match(await failure("\uFEFF# x\r\n[settings]\r\n  default_limit = 0\r\n"), /^3:19 config-value /);
});

test("parseConfig() points at the mistake in malformed TOML", async () => {
  assert.equal(await failure("a = \n"), "1:5 config-syntax not valid TOML: invalid value");
  assert.equal(await failure("[search]\r\nmatch = = true"), "2:9 config-syntax not valid TOML: invalid value");
  assert.equal(
    await failure("[search]\n[search]\n"),
    "2:2 config-syntax not valid TOML: trying to redefine an already defined table or value",
  );
  assert.equal(
    await failure('root = "é😀" x\n'),
    "1:13 config-syntax not valid TOML: each key-value declaration must be followed by an end-of-line",
  );
});

test("parseConfig() points at the first byte that is not UTF-8", async () => {
  assert.equal(
    await failure(Uint8Array.of(...encode("# ä\n# ö"), 0xff, 0x0a)),
    "2:4 config-syntax not UTF-8 text | save the file as UTF-8",
  );
  assert.equal(
    await failure(Uint8Array.of(0xff, 0xfe, 0x72, 0x00)),
    "1:1 config-syntax not UTF-8 text | save the file as UTF-8",
  );
  assert.equal(
    await failure(Uint8Array.of(0x23, 0xe2, 0x82)),
    "1:2 config-syntax not UTF-8 text | save the file as UTF-8",
  );
});

test("parseConfig() names an unknown key, its place and the nearest known key", async () => {
  assert.equal(
    await failure("[search]\nstemer = 1\n"),
    "2:1 config-key unknown key `search.stemer` | did you mean `search.stemmer`?",
  );
  assert.equal(
    await failure("[serch]\nstemer = 1\n"),
    "1:2 config-key unknown key `serch.stemer` | did you mean `search.stemmer`?",
  );
  assert.equal(
    await failure("\nserch.stemer = 1\n"),
    "2:1 config-key unknown key `serch.stemer` | did you mean `search.stemmer`?",
  );
  assert.equal(await failure("rot = true\n"), "1:1 config-key unknown key `rot` | did you mean `root`?");
  assert.equal(await failure("[serch]\n"), "1:2 config-key unknown key `serch` | did you mean `search`?");
  assert.equal(
    await failure("[search]\nboost = { titel = 1 }\n"),
    "2:11 config-key unknown key `search.boost.titel` | did you mean `search.boost.title`?",
  );
  assert.equal(
    await failure('[tree."a.b"]\npath = "x"\ninclud = []\n'),
    '3:1 config-key unknown key `tree."a.b".includ` | did you mean `tree."a.b".include`?',
  );
});

test("parseConfig() finds a key that is in the wrong table", async () => {
  assert.equal(
    await failure("[search]\nlocal_boost = 2\n"),
    "2:1 config-key unknown key `search.local_boost` | did you mean `settings.local_boost`?",
  );
  assert.equal(
    await failure("default_limit = 2\n"),
    "1:1 config-key unknown key `default_limit` | did you mean `settings.default_limit`?",
  );
  assert.equal(
    await failure('include = ["*.md"]\n'),
    "1:1 config-key unknown key `include` | did you mean `tree.NAME.include`?",
  );
  assert.equal(
    await failure('[trees.docs]\npath = "x"\n'),
    "1:2 config-key unknown key `trees.docs.path` | did you mean `tree.docs.path`?",
  );
});

test("parseConfig() lists the known keys when none resembles the unknown one", async () => {
  assert.equal(
    await failure("[zzzzzz]\n"),
    "1:2 config-key unknown key `zzzzzz` | known here: root, tree, settings, search, semantic, generation, chunking, context, test",
  );
  assert.equal(
    await failure('[tree.docs]\npath = "x"\nqqqqqqqq = 1\n'),
    "3:1 config-key unknown key `tree.docs.qqqqqqqq` | known here: path, include, exclude, versions, base_url, gitignore, chunking, stemmer, ocr, languages, notebook_outputs, source_records",
  );
});

test("parseConfig() refuses keys that objects inherit", async () => {
  for (const name of ["__proto__", "constructor", "toString"]) {
    assert.match(await failure(`[settings]\n${name} = 1\n`), /^2:1 config-key unknown key `settings\./);
  }
});

test("parseConfig() explains an unquoted dot in a tree name", async () => {
  assert.equal(
    await failure('[tree.v1.2]\npath = "x"\n'),
    '1:10 config-key unknown key `tree.v1.2.path` | a tree name with a dot is written in quotes: `[tree."v1.2"]`',
  );
});

test("parseConfig() refuses tree names that would break chunk ids", async () => {
  for (const name of ["a b", "a/b", "a:b", "ä", ""]) {
    assert.match(
      await failure(`[tree."${name}"]\npath = "x"\n`),
      /^1:7 config-value .* is not a valid name for a tree \| use letters/,
    );
  }
});

test("parseConfig() refuses folders outside the tree, and codes that are no language's", async () => {
  const tree = (line: string) => failure(`[tree.docs]\npath = "docs"\n${line}\n`);
  for (const folder of ["/abs", "..", "a/../../b", "a/..", "~/a", "C:/a", "a\\\\b"]) {
    assert.match(
      await tree(`locales = { de = "${folder}" }`),
      /^3:18 config-value `tree\.docs\.locales\.de` must be a folder relative to the tree, without `\.\.`, found the string/,
      folder,
    );
    assert.match(
      await tree(`versions = ["v2", "${folder}"]`),
      /^3:19 config-value `tree\.docs\.versions\[1\]` must be a folder relative to the tree, without `\.\.`, found/,
    );
  }
  assert.match(
    await tree('versions = "v2"'),
    /must be a list of folders relative to the tree, without `\.\.`, found the string "v2"/,
  );
  for (const code of ["zh_CN", "root", "e", "de-", "a b"]) {
    assert.match(
      await tree(`locales = { "${code}" = "x" }`),
      /^3:13 config-value the string ".*" is not the code of a language \| write it as BCP 47 does/,
      code,
    );
  }
});

test("parseConfig() takes the tree itself as a folder, and writes each folder in one way", async () => {
  const text = `[tree.docs]
path = "docs"
versions = ["./v2/", "v1//old", ""]
[tree.docs.locales]
pt-BR = ""
zh-Hans = "./i18n/zh/"
`;
  const { trees } = await parseConfig(new TextEncoder().encode(text), "/srv/.ra.toml");
  assert.deepEqual([...trees.get("docs")!], [
    ["path", "docs"],
    ["versions", ["v2", "v1/old", "."]],
    ["locales.pt-BR", "."],
    ["locales.zh-Hans", "i18n/zh"],
  ]);
});

test("parseConfig() refuses a tree without a path, and points at its name", async () => {
  assert.equal(
    await failure('[tree.a]\npath = "x"\n[tree.docs]\ninclude = []\n'),
    '3:7 config-value `tree.docs` has no `path` | add the directory, e.g. `path = "docs"`',
  );
});

test("parseConfig() names the expected and the given value, and points at the value", async () => {
  const cases: [string, string][] = [
    ['root = "yes"', '1:8 config-value `root` must be true or false, found the string "yes"'],
    [
      '[settings]\ndefault_limit = "five"',
      '2:17 config-value `settings.default_limit` must be an integer from 1 to 100000, found the string "five"',
    ],
    [
      "[settings]\ndefault_limit = 5.0",
      "2:17 config-value `settings.default_limit` must be an integer from 1 to 100000, found the float 5.0",
    ],
    [
      "[settings]\ndefault_limit = 0",
      "2:17 config-value `settings.default_limit` must be an integer from 1 to 100000, found the integer 0",
    ],
    [
      "[settings]\nmax_chunk_size = 99999999999999999999",
      "2:18 config-value `settings.max_chunk_size` must be an integer from 1 to 1000000000, found the integer 99999999999999999999",
    ],
    [
      "[settings]\nlocal_boost = 0.0",
      "2:15 config-value `settings.local_boost` must be a number above 0 and up to 1000000, found the float 0.0",
    ],
    [
      "[settings]\nlocal_boost = true",
      "2:15 config-value `settings.local_boost` must be a number above 0 and up to 1000000, found true",
    ],
    [
      "[search]\ncutoff_ratio = -3.5",
      "2:16 config-value `search.cutoff_ratio` must be a number from 0 to 1, found the float -3.5",
    ],
    ["[search]\ncutoff_ratio = nan", "2:16 config-value `search.cutoff_ratio` must be a number from 0 to 1, found nan"],
    [
      "[search]\nfuzzy_distance = 3",
      "2:18 config-value `search.fuzzy_distance` must be an integer from 0 to 2, found the integer 3",
    ],
    [
      "[search]\naggregation_threshold = 0",
      "2:25 config-value `search.aggregation_threshold` must be a number above 0 and up to 1, found the integer 0",
    ],
    ["[search]\nfeedback = 1979-05-27", "2:12 config-value `search.feedback` must be true or false, found a date"],
    [
      "[search.boost]\nbody = -inf",
      "2:8 config-value `search.boost.body` must be a number from 0 to 1000000, found -inf",
    ],
    [
      "[search.boost]\nbody = inf",
      "2:8 config-value `search.boost.body` must be a number from 0 to 1000000, found inf",
    ],
    ["[tree.d]\npath = 1", "2:8 config-value `tree.d.path` must be a non-empty string, found the integer 1"],
    ['[tree.d]\npath = ""', "2:8 config-value `tree.d.path` must be a non-empty string, found an empty string"],
    [
      '[tree.d]\npath = "x"\ninclude = "*.md"',
      '3:11 config-value `tree.d.include` must be a list of non-empty strings, found the string "*.md"',
    ],
    [
      '[tree.d]\npath = "x"\ninclude = [\n  "*.md",\n  3 ]',
      "5:3 config-value `tree.d.include[1]` must be a non-empty string, found the integer 3",
    ],
    [
      '[tree.d]\npath = "x"\nexclude = [[]]',
      "3:12 config-value `tree.d.exclude[0]` must be a non-empty string, found a list",
    ],
    [
      "[settings.default_limit]\nx = 1",
      "1:11 config-value `settings.default_limit` must be an integer from 1 to 100000, found a table",
    ],
    ["search = 1", "1:10 config-value `search` must be a table, found the integer 1 | write `[search]`"],
    [
      "[[settings]]\ndefault_limit = 1",
      "1:3 config-value `settings` must be a table, found a list | write `[settings]`",
    ],
    ['tree = "docs"', '1:8 config-value `tree` must be a table, found the string "docs" | write `[tree.NAME]`'],
    [
      '[tree]\n"é😀" = 1',
      '2:1 config-value the string "é😀" is not a valid name for a tree | use letters, digits, `_`, `-` and `.`',
    ],
    [
      'tree = { "d" = "é😀", x = 1 }',
      '1:16 config-value `tree.d` must be a table, found the string "é😀" | write `[tree.d]`',
    ],
    [
      '[tree.d]\npath = "x"\nchunking = "heading"',
      '3:12 config-value `tree.d.chunking` must be one of headings, adaptive, leaves, code, prose, auto, found the string "heading" | did you mean `headings`?',
    ],
  ];
  for (const [text, expected] of cases) assert.equal(await failure(text), expected);
});

test("parseConfig() counts columns in characters", async () => {
  assert.match(await failure('[tree]\nd = { path = "😀😀", include = 1 }\n'), /^2:30 config-value `tree\.d\.include`/);
});

test("parseConfig() knows the stemmers, and suggests the nearest to a misspelt one", async () => {
  for (const stemmer of STEMMERS) {
    assert.equal(
      (await parseConfig(encode(`[search]\nstemmer = "${stemmer}"\n`), PATH)).values.get("search.stemmer"),
      stemmer,
    );
  }
  assert.match(
    await failure('[search]\nstemmer = "engish"\n'),
    /^2:11 config-value .*found the string "engish" \| did you mean `english`\?$/,
  );
});

test("parseConfig() accepts both ends of every range and refuses values beyond them", async () => {
  const text = (path: string, value: number): Uint8Array => encode(`${path} = ${value}\n`);
  for (
    const key of KEYS.filter((entry) =>
      (entry.type === "integer" || entry.type === "number") && !entry.path.includes("*")
    )
  ) {
    const least = key.min ?? Number(key.above) + 1e-6;
    for (const value of [least, Number(key.max)]) {
      assert.equal((await parseConfig(text(key.path, value), PATH)).values.get(key.path), value);
    }
    for (const value of [key.above ?? Number(key.min) - 1, Number(key.max) + 1]) {
      assert.match(await failure(text(key.path, value)), /^1:\d+ config-value /, `${key.path} = ${value}`);
    }
  }
});

test("parseConfig() refuses a NUL in paths and globs", async () => {
  assert.match(await failure('[tree.d]\npath = "a\\u0000b"\n'), /^2:8 config-value .*found the string "a\\u0000b"$/);
});

test("parseConfig() refuses tables that a later version may add", async () => {
  for (const table of ["[rag]\nenabled = true", '[engine]\nkind = "embedded"']) {
    assert.match(await failure(table), /config-key unknown key/);
  }
});

test("parseConfig() reads synonyms and golden queries", async () => {
  const text =
    '[search.synonyms]\nk8s = ["kubernetes", "container cluster"]\n__proto__ = []\n[[test]]\nquery = "a b"\nexpect = "d:a.md"\n[[test]]\nquery = "c"\nexpect = ["x", "y"]\nwithin = 1\n';
  const { named, rows } = await parseConfig(new TextEncoder().encode(text), "/srv/.ra.toml");
  assert.deepEqual([...named.get("search.synonyms")!], [["k8s", ["kubernetes", "container cluster"]], [
    "__proto__",
    [],
  ]]);
  assert.deepEqual(rows.get("test.*")!.map((values) => Object.fromEntries(values)), [{
    query: "a b",
    expect: ["d:a.md"],
  }, { query: "c", expect: ["x", "y"], within: 1 }]);
});

test("parseConfig() reads context rules and patterns", async () => {
  const text =
    '[context]\nterms = 20\n[[context.rules]]\nmatch = "*.rs"\ntrees = ["docs"]\n[[context.rules]]\nmatch = ["src/api/**", "a"]\nterms = ["http"]\ninclude = ["docs:a.md"]\n[context.patterns]\n"*.py" = []\n';
  const { named, rows, values } = await parseConfig(new TextEncoder().encode(text), "/srv/.ra.toml");
  assert.deepEqual([...values], [["context.terms", 20]]);
  assert.deepEqual([...named.get("context.patterns")!], [["*.py", []]]);
  assert.deepEqual(rows.get("context.rules.*")!.map((row) => Object.fromEntries(row)), [
    { match: ["*.rs"], trees: ["docs"] },
    { match: ["src/api/**", "a"], terms: ["http"], include: ["docs:a.md"] },
  ]);
});

test("parseConfig() describes and locates a mistake in a context rule or pattern", async () => {
  const cases: readonly (readonly [text: string, expected: RegExp])[] = [
    ['[[context.rules]]\nterms = ["x"]', /^1:11 config-value `context\.rules\[0\]` has no `match`/],
    ["[[context.rules]]\nmatch = []", /`context\.rules\[0\]\.match` must be a non-empty string or a list of them/],
    [
      '[[context.rules]]\nmatch = "*"\ntree = ["x"]',
      /^3:1 config-key unknown key `context\.rules\[0\]\.tree`.*did you mean `context\.rules\[0\]\.trees`/,
    ],
    [
      '[context.rules]\nmatch = "*"',
      /`context\.rules` must be a list of tables, found a table.*write `\[\[context\.rules\]\]`/,
    ],
    ['[context.patterns]\n"*.rs" = "rust"', /`context\.patterns\."\*\.rs"` must be a list of non-empty strings/],
    ['[[context.rules]]\nmatch = "[a"', /^2:9 config-value `context\.rules\[0\]\.match` is an invalid glob "\[a"/],
    [
      '[[context.rules]]\nmatch = ["a", "[b"]',
      /^2:15 config-value `context\.rules\[0\]\.match\[1\]` is an invalid glob "\[b"/,
    ],
    [
      '[context.patterns]\n"*.rs" = []\n"[" = []',
      /^3:1 config-value `context\.patterns\."\["` is an invalid glob "\["/,
    ],
    ["[context]\nterms = 0", /`context\.terms` must be an integer from 1/],
    ["[context]\nterm = 3", /did you mean `context\.terms`/],
  ];
  for (const [text, expected] of cases) assert.match(await failure(text), expected, text);
});

test("parseConfig() describes and locates a mistake in a synonym or golden query", async () => {
  const cases: readonly (readonly [text: string, expected: RegExp])[] = [
    ['[search.synonyms]\n"two words" = ["x"]', /^2:1 config-value the string "two words" is not a single word/],
    [
      '[search.synonyms]\nk8s = "kubernetes"',
      /^2:7 config-value `search\.synonyms\.k8s` must be a list of non-empty strings, found the string/,
    ],
    ['[search.synonyms]\nk8s = ["a", ""]', /config-value `search\.synonyms\.k8s\[1\]` must be a non-empty string/],
    ['[[test]]\nquery = "x"', /^1:3 config-value `test\[0\]` has no `expect`/],
    [
      '[[test]]\nquery = "x"\nexpect = []',
      /`test\[0\]\.expect` must be a non-empty string or a list of them, found a list/,
    ],
    [
      '[[test]]\nquery = "x"\nexpect = "a"\n[[test]]\nquery = 5\nexpect = "a"',
      /^5:9 config-value `test\[1\]\.query` must be a non-empty string/,
    ],
    ['[[test]]\nquery = "x"\nexpect = "a"\nwithin = 0', /`test\[0\]\.within` must be an integer from 1/],
    [
      '[[test]]\nquery = "x"\nexpect = "a"\nwithn = 2',
      /config-key unknown key `test\[0\]\.withn`.*did you mean `test\[0\]\.within`/,
    ],
    ['[test]\nquery = "x"', /`test` must be a list of tables, found a table.*write `\[\[test\]\]`/],
    ['[[tests]]\nquery = "x"', /config-key unknown key `tests`.*did you mean `test`/],
  ];
  for (const [text, expected] of cases) assert.match(await failure(text), expected);
});

test("parseConfig() points at an invalid glob", async () => {
  const tree = '[tree.docs]\npath = "d"\n';
  assert.match(
    await failure(`${tree}include = ["*.md", "{a,b"]`),
    /^3:20 config-value `tree\.docs\.include\[1\]` is an invalid glob "\{a,b": /,
  );
  assert.match(
    await failure(`${tree}exclude = ["[a"]`),
    /^3:12 config-value `tree\.docs\.exclude\[0\]` is an invalid glob "\[a": /,
  );
});

test("parseConfig() refuses more trees, globs, synonyms and rules than ra takes, and names key and limit", async () => {
  const list = (count: number): string => `[${Array.from({ length: count }, (_, at) => `"w${at}"`).join(", ")}]`;
  const trees = (count: number): string =>
    Array.from({ length: count }, (_, at) => `[tree.t${at}]\npath = "."\n`).join("");
  assert.match(await failure(trees(501)), /config-value `tree` has 501 entries; ra takes at most 500/);
  assert.match(await failure(`[tree.d]\npath = "."\nexclude = ${list(1001)}\n`), /`tree.d.exclude` has 1001 .*1000/);
  assert.match(await failure(`[search.synonyms]\na = ${list(5001)}\n`), /`search.synonyms.a` has 5001 .*5000/);
  assert.match(await failure('[[test]]\nquery = "a"\nexpect = "b"\n'.repeat(5001)), /`test` has 5001 .*5000/);
  const parsed = await parseConfig(encode(`${trees(200)}[search.synonyms]\na = ${list(2000)}\n`), PATH);
  assert.equal(parsed.trees.size, 200);
});

test("parseConfig() reports the first hundred mistakes after the first one", async () => {
  const text = Array.from({ length: 1000 }, (_, at) => `x${at} = 1\n`).join("");
  const error = await parseConfig(encode(text), PATH).then(() => assert.fail("accepted"), (reason: unknown) => reason);
  assert.ok(error instanceof RaError);
  assert.equal(error.others?.length, 100);
});

test("parseConfig() refuses a file with too many parts, or with keys that are too deep", async () => {
  const many = await failure(`[search.synonyms]\na = [${'"b",'.repeat(100_001)}]\n`);
  assert.match(many, /config-syntax it has too many keys and values/);
  // Signs in texts and comments do not count, however the texts end.
  const texts = ['"a\\""', "'a\\'", '"""\n"a""""', "'''\n'a'''''", '""', '"\\\\"'];
  const filled = (one: string): string => one.replace("a", ",=[{.".repeat(15_000));
  for (const one of texts) {
    const start = `[search.synonyms]\na = [${filled(one)}] # ${".,".repeat(40_000)}\n`;
    assert.doesNotMatch(await failure(`${start}b = 1\n`), /too many keys/, one);
    assert.match(await failure(`${start}b = [${'"b",'.repeat(60_001)}]\n`), /too many keys/, one);
  }
  assert.match(await failure(`[tree.docs]\n${"a.".repeat(200)}a = 1\n`), /config-syntax tables and lists lie deeper/);
});

test("parseConfig() reports no more than a hundred further mistakes", async () => {
  const text = Array.from({ length: 5000 }, (_, at) => `wrong${at} = 1\n`).join("");
  const error = await parseConfig(encode(text), PATH).then(() => undefined, (reason: unknown) => reason);
  assert.ok(error instanceof RaError);
  assert.deepEqual([error.line, error.others?.length], [1, 100]);
});
