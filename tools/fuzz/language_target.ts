/** Tries any bytes as a document of a language: it is read whole, what is shown is found, and its page does nothing. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { RaError } from "../../src/errors.ts";
import type { Reading } from "../../src/document/formats/format.ts";
import { readFile } from "../../src/document/formats/read_file.ts";
import { formatOf } from "../../src/document/formats/registry.ts";
import { renderView } from "../../src/serve/web/rendering/view_renderers.ts";
import { decodeText } from "../../src/text/decode_text.ts";
import { assertHarmless } from "../../tests/serve/web/harmless.ts";
import { createFiles, marked, openFiles } from "../../tests/workspace/project.ts";
import { corpusOf } from "./corpus.ts";
import { changed, soup } from "./inputs.ts";
import { type Language, LANGUAGE_PIECES } from "./language_pieces.ts";
import type { Target } from "./target.ts";

/** The page of a document holds those of its sections. */
const MOST_RENDERED = 3;
const CONFIG =
  '[tree.docs]\npath = "docs"\ninclude = ["a.*"]\n[tree.leaves]\npath = "docs"\ninclude = ["a.*"]\nchunking = "leaves"\n' +
  "[chunking]\nmax_leaf_chars = 40\nmin_leaf_chars = 10\nmin_document_chars = 50\n";
const SECRET = "unreachablesentinel";
const RENDERING = {
  shift: 1,
  origin: {
    file: "/project/docs/a",
    root: "/project/docs",
    passagesOf: (destinations: readonly string[]) =>
      Promise.resolve(destinations.map(() => ({ id: "docs:other", note: undefined }))),
    imageAt: () => "/image/docs/a.png",
    addressOf: (id: string) => `/?id=${encodeURIComponent(id)}`,
  },
};

/** `extensions`: each input has one of them. */
function languageTarget(name: Language, extensions: readonly string[]): Target {
  const pieces = LANGUAGE_PIECES[name];
  const inputs = fc.oneof({ weight: 3, arbitrary: soup(pieces, 60) }, {
    weight: 2,
    arbitrary: changed([...corpusOf(name).values()], pieces),
  });
  return { name, inputs, check: (input) => check(input, `docs/a.${extensions[input.length % extensions.length]!}`) };
}

export const LANGUAGE_TARGETS: readonly Target[] = [
  languageTarget("rst", ["rst"]),
  languageTarget("asciidoc", ["adoc"]),
  languageTarget("org", ["org"]),
  languageTarget("man", ["1"]),
  languageTarget("markdown-dialect", ["qmd", "md", "markdoc", "mdc"]),
];

async function check(input: Uint8Array, path: string): Promise<void> {
  const fs = createFiles({ ".ra.toml": CONFIG, [path]: input, "docs/other": "word\n" });
  fs.makeDirectory("/outside");
  fs.writeFile("/outside/secret.md", new TextEncoder().encode(`# ${SECRET}\n\n${SECRET}\n`));
  const { workspace, warnings } = await openFiles(fs);
  try {
    await workspace.update();
    const chunks = await workspace.list("chunks");
    assert.equal(new Set(chunks.map(({ id }) => id)).size, chunks.length, "an id is there twice");
    const whole = decodeText(input)?.text ?? new Uint8Array();
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    for (const [at, { id, byte_start, byte_end }] of chunks.entries()) {
      assert.ok(byte_start < byte_end && byte_end <= whole.length, id);
      const content = decoder.decode(whole.subarray(byte_start, byte_end));
      assert.equal((await workspace.get(id, { frontmatter: true })).content, content, id);
      if (at < MOST_RENDERED) assertHarmless(await renderView(formatOf(path), content, RENDERING));
    }
    const reading = chunks.length === 0 ? undefined : await readFile(input, path);
    for (const word of reading === undefined ? [] : shownWords(reading)) {
      const { queries } = await workspace.search(`"${word}"`, { limit: 50 });
      assert.ok(queries[0]!.results.length > 0, `${word} is not found`);
      for (const result of queries[0]!.results) marked(result);
    }
    assert.equal((await workspace.search(SECRET, { limit: 1 })).queries[0]!.results.length, 0);
    await workspace.inspect(path).catch((error) => assert.ok(error instanceof RaError, String(error.stack)));
    const codes = new Set(warnings.map(({ code }) => code));
    assert.ok(!codes.has("index-damaged") && !codes.has("file-changed"), [...codes].join(" "));
    const again = await workspace.update();
    assert.equal(again.added + again.removed, 0);
  } finally {
    workspace.close();
  }
}

/** A few plain words of what a reader of the page sees. Checks the places that the reader of the format gives. */
function shownWords({ text, textStart, outline }: Reading): readonly string[] {
  if (outline.by === "core") return [];
  const { hidden, headings, links, anchors = [] } = outline;
  for (let at = 1; at < hidden.length; at++) assert.ok(hidden[at - 1]! <= hidden[at]!, "hidden ranges ascend");
  const places = [
    ...headings.flatMap(({ lineStart, bodyStart, end = bodyStart }) => [[lineStart, bodyStart], [bodyStart, end]]),
    ...links.map(({ start, end }) => [start, end]),
    ...anchors.map(({ at }) => [at, at]),
  ];
  for (const [start, end] of [...places, [0, hidden.at(-1) ?? 0]]) {
    assert.ok(0 <= start! && start! <= end! && end! <= text.length, `${start} to ${end} of ${text.length}`);
  }
  let [shown, at] = ["", textStart];
  const decoder = new TextDecoder();
  for (let next = 0; next < hidden.length; next += 2) {
    shown += decoder.decode(text.subarray(at, Math.max(at, hidden[next]!)));
    at = Math.max(at, hidden[next + 1]!);
  }
  shown += decoder.decode(text.subarray(at));
  const words = shown.split(/[ \n]+/).filter((word) => /^[a-z]{4,12}$/.test(word));
  return [...new Set(words)].slice(0, 4);
}
