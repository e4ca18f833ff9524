/** Configurations of `ra rag` that reach outside their project by paths that look as if they lay in it. */
import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Command, hostile, type HostileFolder, type Place } from "./hostile.ts";
import { needsTrust, plantLink, refuses, said, works, writeRag } from "./rag_folder.ts";
import { startServices } from "./planter/services.ts";

type Parts = Parameters<typeof writeRag>[1];

function plantDocuments({ write, outside, secret, word }: Place): void {
  write("docs/a.md", "# Mine\n\nneedle\n");
  write("docs/deep/b.md", "# Mine, too\n\nneedle\n");
  write("pages/page.html", "<h1>Page</h1><p>needle</p>");
  writeFileSync(join(outside, "page.html"), `<h1>${word}</h1><p>${secret}</p>`);
}

/** Without trust nothing of it is read: it needs trust, or nothing matches. */
const reach = (name: string, parts: Parts | ((place: Place) => Parts), more: (place: Place) => void = () => {}) => ({
  name,
  plant(place: Place) {
    plantDocuments(place);
    more(place);
    writeRag(place, typeof parts === "function" ? parts(place) : parts);
  },
  keeps: ["docs", "pages"],
  commands: ({ word }: Place): readonly (Command | readonly string[])[] => [
    {
      args: ["rag", "ingest"],
      expect: (answer) =>
        assert.ok(
          answer.code === 0 || /ra trust|has no file that|there is no such directory/.test(said(answer)),
          said(answer),
        ),
    },
    ["-C", "rag/index", "search", word],
  ],
});

/** Wherever a path may stand in a list of globs. */
const OUTSIDE = [
  "docs/*/../../../outside/*.md",
  "docs/**/../../outside/*.md",
  "docs/{deep,x}/../../../outside/*.md",
  "docs/[d]eep/../../../outside/*.md",
  "docs/deep/../../../outside/secret.md",
  "./../outside/*.md",
  "{docs,../outside}/*.md",
  "{docs/*.md,../outside/*.md}",
  "@(docs|../outside)/*.md",
  "docs/?(../../outside/)secret.md",
  "*/../../outside/*.md",
];

const globs: readonly HostileFolder[] = OUTSIDE.map((glob) =>
  reach(`a source with the glob ${glob}`, { sources: [`{id: g, globs: [${JSON.stringify(glob)}]}`] })
);

const includes: readonly HostileFolder[] = [
  reach("an include that leads up", { sources: ['{id: g, path: docs, include: ["../../outside/*.md"]}'] }),
  reach("an include that leads up behind a wildcard", {
    sources: ['{id: g, path: docs, include: ["*/../../../outside/*.md"]}'],
  }),
  reach("an include of documents that leads up", {
    convert: ['{id: c, input: pages, include: ["../../outside/*.html"]}'],
  }),
  reach("an input that leads up behind a wildcard", {
    convert: ['{id: c, input: ["docs/*/../../../outside/*.html"]}'],
  }),
  reach("an input that leads up", { convert: ['{id: c, input: ["pages/../../outside/page.html"]}'] }),
  reach("an include with an absolute path", ({ outside }) => ({
    sources: [`{id: g, path: docs, include: ["${outside}/*.md"]}`],
  })),
  reach("an input with an absolute path", ({ outside }) => ({ convert: [`{id: c, input: "${outside}/page.html"}`] })),
  reach(
    "a source that is a link outside",
    { sources: ["{id: g, path: away}"] },
    (place) => plantLink(place, "away", place.outside),
  ),
  reach(
    "a glob through a link outside",
    { sources: ['{id: g, globs: ["away/*.md"]}'] },
    (place) => plantLink(place, "away", place.outside),
  ),
];

/** What lies behind links is skipped or refused, without a word of trust. */
const behindLinks: HostileFolder = {
  name: "globs and folders with links outside among their files",
  plant(place) {
    plantDocuments(place);
    plantLink(place, "docs/away", place.outside);
    plantLink(place, "docs/secret.md", join(place.outside, "secret.md"));
    plantLink(place, "pages/away.html", join(place.outside, "page.html"));
    plantLink(place, "pages/sub", place.outside);
    writeRag(place, {
      sources: ['{id: g, globs: ["docs/*/*.md", "docs/*.md"]}', "{id: d, path: docs}"],
      convert: ["{id: c, input: pages}", '{id: e, input: ["pages/*/*.html", "pages/*.html"]}'],
    });
  },
  keeps: ["docs", "pages"],
  commands: ({ word }) => [
    ["rag", "ingest"],
    works(["-C", "rag/index", "search", "needle"], /a\.md/),
    ["-C", "rag/index", "search", word],
    ["rag", "retrieve", "--attach", "docs", "--attach-only", word],
  ],
};

const SERVICE = (place: Place, address: string, generation: string): Parts => ({
  sources: ["{id: docs, path: docs}"],
  more: [
    `embedding: {model: e, provider: openai, base_url: "${address}/v1"}`,
    `generation: ${generation}`,
    "attachments: {attach_limit_files: 5, attach_limit_chunks: 50}",
    ...(existsSync(join(place.project, "template")) ? [readFileSync(join(place.project, "template"), "utf8")] : []),
  ],
});

/** A prompt or a model outside, by a path or by a link. */
const prompts: readonly HostileFolder[] = [
  ["a template that leads up", "prompt: {template: docs/../../outside/template.md}", () => {}],
  [
    "a template that is a link outside",
    "prompt: {template: prompt.md}",
    (place: Place) => plantLink(place, "prompt.md", join(place.outside, "template.md")),
  ],
  [
    "a template behind a link outside",
    "prompt: {template: away/template.md}",
    (place: Place) => plantLink(place, "away", place.outside),
  ],
].map(([name, line, more]): HostileFolder => ({
  name: name as string,
  async plant(place) {
    const services = await startServices();
    plantDocuments(place);
    const { outside, secret } = place;
    writeFileSync(join(outside, "template.md"), `${secret} {context} {history} {question}\n`);
    (more as (place: Place) => void)(place);
    place.write("template", line as string);
    writeRag(place, SERVICE(place, services.address, `{model: m, base_url: "${services.address}/v1", retries: 0}`));
    return services.close;
  },
  keeps: ["docs"],
  commands: () => [
    { args: ["rag", "index"], expect: (answer) => assert.notEqual(answer.code, null, said(answer)) },
    {
      args: ["rag", "chat", "--no-stream", "needle"],
      expect: (answer) => assert.notEqual(answer.code, 0, said(answer)),
    },
    ["rag", "doctor"],
  ],
}));

const models: readonly HostileFolder[] = [
  "{model: ../outside/secret.md, provider: local}",
  "{model: docs/../../outside/secret.md, provider: local}",
  "{model: m, base_url: 'http://127.0.0.1:9/v1', retries: 0, fallback: ../outside/secret.md}",
].map((generation): HostileFolder => ({
  name: `a language model outside: ${generation}`,
  plant(place) {
    plantDocuments(place);
    writeRag(place, SERVICE(place, "http://127.0.0.1:9", generation));
  },
  commands: () => [needsTrust(["rag", "chat", "needle"]), ["rag", "doctor"]],
}));

/** More than twenty times what ra allows by default. */
const LIMITS: readonly Parts[] = [
  { convert: ["{id: c, input: pages, timeout: 86400}"] },
  { convert: ["{id: c, input: pages, max_bytes: 900000000000}"] },
  { sources: ["{id: d, path: docs}"], crawl: ['{id: w, seeds: ["https://example.org/"], max_pages: 1000000}'] },
  {
    sources: ["{id: d, path: docs}"],
    crawl: ['{id: w, seeds: ["https://example.org/"], max_page_bytes: 900000000000}'],
  },
  { sources: ["{id: d, path: docs}"], crawl: ['{id: w, seeds: ["https://example.org/"], timeout: 86400}'] },
];
const limits: readonly HostileFolder[] = LIMITS.map((parts) => ({
  name: `a limit far beyond that of ra: ${[...parts.convert ?? [], ...parts.crawl ?? []].join(" ")}`,
  plant(place) {
    plantDocuments(place);
    writeRag(place, parts);
  },
  commands: () => [needsTrust(["rag", "ingest", "--dry-run"])],
}));

/** Messages about a file quote its keys. */
const link: HostileFolder = {
  name: "a rag.yaml that is a link to a file outside, whose keys are a secret",
  plant(place) {
    writeFileSync(join(place.outside, "keys.yaml"), `${place.secret}: 1\n`);
    plantLink(place, "rag.yaml", join(place.outside, "keys.yaml"));
  },
  commands: () => [
    refuses(["rag", "doctor"], /rag\.yaml: it is a symbolic link out of the project/),
    refuses(["trust", "rag.yaml"], /rag\.yaml: it is a symbolic link out of the project/),
  ],
};

/** What a scenario attaches goes to the model, and so do questions and what an earlier run said. */
let heard: (text: string) => boolean;
const evaluation: HostileFolder = {
  name: "scenarios and questions that lead outside, and scenarios that do not",
  async plant(place) {
    const services = await startServices();
    heard = services.heard;
    plantDocuments(place);
    const { write, outside, secret } = place;
    writeRag(place, SERVICE(place, services.address, `{model: m, base_url: "${services.address}/v1", retries: 0}`));
    writeFileSync(join(outside, "questions.txt"), `${secret}\n`);
    writeFileSync(join(outside, "s.yaml"), `${secret}: 1\n`);
    plantLink(place, "away", outside);
    plantLink(place, "away.md", join(outside, "secret.md"));
    plantLink(place, "q.txt", join(outside, "questions.txt"));
    plantLink(place, "linked.yaml", join(outside, "s.yaml"));
    const attaches = (name: string, path: string): void =>
      void write(`${name}.yaml`, `scenarios: [{id: a, question: what is it, attach: [${JSON.stringify(path)}]}]\n`);
    attaches("up", "../outside/secret.md");
    attaches("link", "away.md");
    attaches("through", "away/secret.md");
    attaches("folder", "docs/../../outside");
    attaches("good", "docs/a.md");
    return services.close;
  },
  keeps: ["docs", "q.txt"],
  commands: () => [
    works(["rag", "index"]),
    ...["up", "link", "through", "folder"].map((name) =>
      refuses(["rag", "eval", `${name}.yaml`], /attach lies outside the project/)
    ),
    ...[["rag", "eval", "linked.yaml"], ["rag", "compare", "q.txt"], [
      "rag",
      "eval",
      "good.yaml",
      "--baseline",
      "q.txt",
    ]]
      .map((args) => refuses(args, /leads out of its project/)),
    {
      args: ["rag", "eval", "good.yaml"],
      expect(answer, { secret }) {
        assert.match(said(answer), /1 of 1|passed/, said(answer));
        assert.ok(!heard(secret), "the model got what lies outside");
      },
    },
  ],
};

const mistaken = (...sources: readonly string[]): string => `sources:\n${sources.map((one) => `- ${one}\n`).join("")}`;
const many = (length: number, make: (at: number) => string): readonly string[] =>
  Array.from({ length }, (_, at) => make(at));

/** As long as a file may be. What is wrong with it shows, or some of it. */
const LONG: readonly (readonly [name: string, text: string, what: RegExp])[] = [
  ["a million empty lines", "\n".repeat(1e6), /is required/],
  ["empty lines and comments", "\n \n#\n".repeat(2e5), /is required/],
  ["unknown keys", Array.from({ length: 49_000 }, (_, at) => `k${at}: 1`).join("\n"), /and 80 more/],
  ["empty sources", `sources:\n${"- {}\n".repeat(49_000)}`, /and 80 more/],
  ["a long key with many values", `${"a".repeat(5e5)}:\n${"- 1\n".repeat(49_000)}`, /is required/],
  [
    "a path of a million characters",
    mistaken(`{id: a, path: ${"a/".repeat(3e5)}}`),
    /must not be longer than 4096 characters/,
  ],
  ["thousands of sources", mistaken(...many(2400, (at) => `{id: a${at}, git: ${"a/".repeat(150)}}`)), /at most 500/],
  [
    "tens of thousands of globs",
    mistaken(`{id: a, globs: [${many(30_000, (at) => `"a/b/${at}/*"`).join()}]}`),
    /at most 1000/,
  ],
  ["more values than ra takes", `a: [${"1,".repeat(4e5)}]`, /too many values/],
];
const long: readonly HostileFolder[] = LONG.map(([name, text, what]) => ({
  name: `a rag.yaml of ${name}`,
  plant: ({ write }) => void write("rag.yaml", text),
  commands: () => [refuses(["rag", "status"], what)],
}));

/** Not wrong, and it leads to nothing. */
const deep: HostileFolder = {
  name: "a rag.yaml of folders that lie deep in one another and are not there",
  plant(place) {
    const path = "a/".repeat(1000);
    writeRag(place, {
      sources: [
        ...many(100, (at) => `{id: p${at}, path: ${path}}`),
        ...many(100, (at) => `{id: g${at}, git: ${path}}`),
      ],
      convert: many(100, (at) => `{id: c${at}, input: ${path}, output: ${path}}`),
    });
  },
  commands: () => [["rag", "status"], ["rag", "doctor"], ["rag", "fetch"]],
};

hostile("rag-reach", [
  ...long,
  deep,
  link,
  ...globs,
  ...includes,
  behindLinks,
  ...prompts,
  ...models,
  ...limits,
  evaluation,
]);
