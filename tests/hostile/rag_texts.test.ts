/** Folders of text in which others have put files: ra removes and changes only what it wrote itself. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Command, hostile, type HostileFolder, type Place } from "./hostile.ts";
import { refuses, said, works, writeRag } from "./rag_folder.ts";

const page = (title: string): string => `<title>${title}</title><h1>${title}</h1><p>needle of ${title}</p>`;

/** What a stranger's ra left: it permits nothing. */
function plantJournal({ write }: Place, id: string, names: readonly string[]): void {
  const entry = Object.fromEntries(
    names.map((name) => [`gone/${name}`, { sha256: "0".repeat(64), settings: "[]", name }]),
  );
  write(`rag/data/journal/${id}.convert.json`, JSON.stringify({ version: 1, entry }));
}

const runs = (...commands: readonly (Command | readonly string[])[]) => () => commands;
const CONVERT: Command = works(["rag", "convert"]);
const AGAIN = [CONVERT, works(["rag", "normalize"]), works(["rag", "ingest"]), works(["rag", "convert"])];

const ownOutput: HostileFolder = {
  name: "an output with files of the user's, as honest users have it",
  plant(place) {
    writeRag(place, { convert: ["{id: c, input: docs, output: site}"] });
    place.write("docs/page.html", page("Page"));
    place.write("site/mine.md", "# Mine\r\n\r\nnot normal\u00a0text\ufb01\n");
    place.write("site/deep/other.md", "# Other\n");
    place.write("site/image.md.00000000-0000-4000-8000-000000000000.tmp", "a name like a draft's\n");
    place.write("site/style.css", "p {}\n");
  },
  keeps: [
    "site/mine.md",
    "site/deep",
    "site/style.css",
    "site/image.md.00000000-0000-4000-8000-000000000000.tmp",
    "docs",
  ],
  commands: runs(...AGAIN),
};

const takenName: HostileFolder = {
  name: "an output where the user has a file of the name that a text would get",
  plant(place) {
    writeRag(place, { convert: ["{id: c, input: docs, output: site}"] });
    place.write("docs/page.html", page("Page"));
    place.write("site/page.html.md", "# Mine\n");
  },
  keeps: ["site/page.html.md", "docs"],
  commands: ({ project }) => [
    works(["rag", "convert"], /page\.html\.md/),
    {
      args: ["rag", "convert"],
      expect() {
        const free = join(project, "site/page.html-2.md");
        assert.ok(existsSync(free), "the text gets the next free name");
        assert.match(readFileSync(free, "utf8"), /needle of Page/);
      },
    },
    works(["rag", "ingest"]),
  ],
};

/** Not as ra would write it. */
const MINE = "# Now it is mine\r\n\r\n\r\n\r\nand a line with spaces  \r\nof\ufb01ce";

const changedText: HostileFolder = {
  name: "a text that the user changed after ra wrote it",
  plant(place) {
    writeRag(place, { convert: ["{id: c, input: docs, output: site}"] });
    place.write("docs/page.html", page("Page"));
    place.write("docs/other.html", page("Other"));
  },
  commands: ({ project }) => [
    {
      args: ["rag", "convert"],
      expect() {
        for (const name of ["page", "other"]) writeFileSync(join(project, `site/${name}.html.md`), MINE);
        rmSync(join(project, "docs/other.html"));
      },
    },
    ...["normalize", "ingest"].map((verb): Command => ({
      args: ["rag", verb],
      expect(answer) {
        assert.equal(answer.code, 0, said(answer));
        assert.match(said(answer), /page\.html\.md.*it was changed since ra wrote it, so it stays/);
        for (const name of ["page", "other"]) {
          assert.equal(readFileSync(join(project, `site/${name}.html.md`), "utf8"), MINE);
        }
      },
    })),
  ],
};

const removedText: HostileFolder = {
  name: "a text that ra wrote and nobody changed",
  plant(place) {
    writeRag(place, { convert: ["{id: c, input: docs, output: site}", "{id: d, input: docs}"] });
    place.write("docs/page.html", page("Page"));
    place.write("docs/other.html", page("Other"));
    place.write("site/mine.md", "# Mine\n");
  },
  keeps: ["site/mine.md"],
  commands: ({ project }) => [
    { args: ["rag", "convert"], expect: () => rmSync(join(project, "docs/other.html")) },
    {
      args: ["rag", "convert"],
      expect(answer) {
        assert.equal(answer.code, 0, said(answer));
        for (const path of ["site/other.html.md", "rag/data/text/d/other.html.md"]) {
          assert.ok(!existsSync(join(project, path)), `${path} goes with its document`);
        }
      },
    },
  ],
};

/** The folder came with texts, and journals that claim them. */
const claimed: HostileFolder = {
  name: "texts of somebody else's run, with journals that claim the user's files",
  plant(place) {
    writeRag(place, {
      sources: ["{id: docs, path: docs}"],
      convert: ["{id: c, input: pages, output: docs}", "{id: d, input: pages}"],
    });
    place.write("pages/page.html", page("Page"));
    place.write("docs/mine.md", "# Mine\n\nneedle\n");
    place.write("docs/deep/work.md", "# Work\n");
    place.write("rag/data/text/d/older.md", "# Older\n\nneedle\n");
    const none = { repo: null, url: null, title: null, fetched_at: null, unit: null, parts: [], metadata: {} };
    const source = { source_id: "d", source_type: "document", path: "../../../mine.md" };
    const sha256 = createHash("sha256").update("# Older\n\nneedle\n").digest("hex");
    place.write("rag/data/text/d/older.md.source.json", JSON.stringify({ ...none, ...source, sha256 }));
    plantJournal(place, "c", ["mine", "deep/work", "../docs/mine", "../../docs/mine"]);
    plantJournal(place, "d", ["older", "../../../../docs/mine", "/etc/passwd"]);
  },
  keeps: ["docs/mine.md", "docs/deep", "pages"],
  commands: ({ project }) => [
    ["rag", "convert"],
    {
      args: ["rag", "ingest"],
      expect(answer) {
        const older = join(project, "rag/data/text/d/older.md");
        assert.ok(existsSync(older), `nothing is deleted that ra has not written: ${said(answer)}`);
        assert.match(said(answer), /--prune/);
      },
    },
    ["rag", "status"],
  ],
};

/** What lies about belongs to no source. */
const lying: HostileFolder = {
  name: "texts that no document of a source gave are never found",
  plant(place) {
    writeRag(place, {
      convert: ["{id: c, input: pages}"],
      more: ["generation: {model: m, base_url: 'http://127.0.0.1:9/v1', retries: 0}"],
    });
    place.write("pages/page.html", page("Page"));
    place.write("rag/data/text/c/lie.md", "# Lie\n\nneedle liesabout\n");
    place.write("rag/data/text/other/lie.md", "# Lie\n\nneedle liesabout\n");
  },
  commands: () => [
    works(["rag", "ingest"]),
    works(["-C", "rag/index", "search", "needle"], /─── page\.html:1 /),
    {
      args: ["-C", "rag/index", "search", "liesabout"],
      expect: ({ stdout }) => assert.doesNotMatch(stdout, /lie\.md/),
    },
  ],
};

const wrongPlace = (name: string, parts: Parameters<typeof writeRag>[1]): HostileFolder => ({
  name: `paths that take the user's own: ${name}`,
  plant(place) {
    writeRag(place, { convert: ["{id: c, input: docs}"], ...parts });
    place.write("docs/page.html", page("Page"));
    place.write("docs/a.md", "# Mine\n\nneedle\n");
    place.write(".ra.toml", '[tree.docs]\npath = "docs"\n');
    place.write(".git/HEAD", "ref: refs/heads/main\n");
    place.write(".git/objects/x", "");
    place.write(".git/refs/x", "");
  },
  keeps: [".ra.toml", "docs", ".git"],
  commands: () => [
    { args: ["rag", "ingest"], expect: (answer) => assert.notEqual(answer.code, 0, said(answer)) },
    { args: ["search", "needle"], expect: ({ stdout }) => assert.match(stdout, /docs\/a\.md:1 /) },
  ],
});

/** Texts on which a pattern could look back at each letter, or keep something of each. */
const ODD: Readonly<Record<string, string>> = {
  letters: "b".repeat(1e6),
  "cut words": "bb-\n".repeat(2e5),
  "one word of cut lines": `${"bb-\n".repeat(2e5)}bb`,
  spaces: `a${" ".repeat(1e6)}b`,
};
const longTexts: HostileFolder = {
  name: "pages of one long word, of cut words, and of spaces",
  plant(place) {
    writeRag(place, { convert: ["{id: c, input: docs}"] });
    for (const [name, text] of Object.entries(ODD)) {
      place.write(`docs/${name}.html`, `<pre>&lt;!-- page 1 --&gt;\n</pre><pre>${text}</pre><p>more</p>`);
    }
    place.write("docs/title.html", "<title".repeat(2e5));
  },
  commands: () => [["rag", "convert"], ["rag", "normalize"]],
};

const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg"/>';
const aboutPictures: HostileFolder = {
  name: "pages of the signs of pictures beside a picture",
  plant(place) {
    writeRag(place, { convert: ['{id: c, input: "docs/*.{svg,html}"}'] });
    place.write("docs/a.svg", PICTURE);
    place.write("docs/page.html", page("Page"));
    const texts = ["![", "![a]", "![a](", "![\\]", "![](a.svg 'b", "[a]: b\n", "![](", "![][", "![\n"];
    for (const [at, text] of texts.entries()) place.write(`docs/${at}.md`, text.repeat(3e6 / text.length));
    place.write("docs/lines.md", Array.from({ length: 1e5 }, (_, at) => `![${at}](a.svg)\n`).join(""));
    place.write("docs/figures.html", `${"<figure>".repeat(700)}${"<img src=a.svg><figcaption>".repeat(1e5)}`);
  },
  commands: () => [["rag", "convert"]],
};

/** The user's diary has a folder of the name that ra gives to its journals, and files of their names. */
const diary = (name: string, content: string): HostileFolder => ({
  name: `a data_root where the user has journal/${name}`,
  plant(place) {
    writeRag(place, { convert: ["{id: c, input: docs}"], dataRoot: "diary" });
    place.write("docs/page.html", page("Page"));
    const mine = join(place.project, `diary/journal/${name}`);
    place.write(`diary/journal/${name}`, content);
    // Nobody has touched it for long.
    utimesSync(mine, 1e9, 1e9);
  },
  keeps: [`diary/journal/${name}`, "docs"],
  commands: () => [
    refuses(["rag", "convert"], /diary\/journal\/.*ra did not write it/),
    refuses(["rag", "ingest"], /diary\/journal\/.*ra did not write it/),
  ],
});

hostile("rag-texts", [
  diary("lock", "the lock wants oil\n"),
  diary("c.run.json", '{"kilometres": 12}\n'),
  diary("c.convert.json", "converted to tea\n"),
  diary("c.files.json", "[]\n"),
  longTexts,
  aboutPictures,
  ownOutput,
  takenName,
  changedText,
  removedText,
  claimed,
  lying,
  wrongPlace("index_root: .", { indexRoot: "." }),
  wrongPlace("index_root: ./docs/..", { indexRoot: "./docs/.." }),
  wrongPlace("data_root: .git", { dataRoot: ".git" }),
  wrongPlace("data_root: .git/objects", { dataRoot: ".git/objects" }),
  wrongPlace("index_root: .git", { indexRoot: ".git" }),
  wrongPlace("data_root: docs/../.git/.", { dataRoot: "docs/../.git/." }),
  wrongPlace("output: .", { convert: ["{id: c, input: docs, output: .}"] }),
  wrongPlace("output: docs/..", { convert: ["{id: c, input: docs, output: docs/..}"] }),
  wrongPlace("output: .git", { convert: ["{id: c, input: docs, output: .git}"] }),
]);
