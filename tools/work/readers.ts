/** The ways in which ra reads a document, each as one call. */
import { DEFAULT_SIZES } from "./sizes.ts";
import { PLAIN_TREE } from "./plain_tree.ts";
import { readFrontmatter } from "../../src/document/frontmatter.ts";
import { anchorsOf } from "../../src/drift/anchors.ts";
import { identifiersOf } from "../../src/drift/identifiers.ts";
import { driftDocument } from "../../src/drift/document.ts";
import { readFile } from "../../src/document/formats/read_file.ts";
import { formatOf } from "../../src/document/formats/registry.ts";
import { renderView } from "../../src/serve/web/rendering/view_renderers.ts";
import { loadEngine } from "../../src/store/engine/load.ts";
import { indexFile } from "../../src/store/segments/index_file.ts";

const engine = await loadEngine();
const encoder = new TextEncoder();

async function index(text: string, path: string, chunking = PLAIN_TREE.chunking): Promise<void> {
  const batch = engine.createBatch();
  const tree = { ...PLAIN_TREE, chunking };
  const found = await indexFile(batch, { bytes: encoder.encode(text) }, tree, path, DEFAULT_SIZES);
  if (found.kind === "skipped" && !text.includes("\0")) console.log("skipped", path, found.reason);
  batch.finish();
}

/** As the web page shows it. */
async function page(text: string, path: string): Promise<void> {
  await renderView(formatOf(path), text, { shift: 0, origin: ORIGIN });
}

const ORIGIN = {
  file: "/p/a",
  root: "/p",
  passagesOf: (destinations: readonly string[]) => Promise.resolve(destinations.map(() => undefined)),
  imageAt: () => undefined,
  addressOf: (id: string) => id,
};

export const READERS: Readonly<Record<string, (text: string) => Promise<void>>> = {
  md: (text) => index(text, "a.md"),
  mdx: (text) => index(text, "a.mdx"),
  txt: (text) => index(text, "a.txt"),
  html: (text) => index(text, "a.html"),
  rst: (text) => index(text, "a.rst"),
  asciidoc: (text) => index(text, "a.adoc"),
  org: (text) => index(text, "a.org"),
  man: (text) => index(`.TH A 1\n${text}`, "a.1"),
  "rst-page": (text) => page(text, "a.rst"),
  "asciidoc-page": (text) => page(text, "a.adoc"),
  "org-page": (text) => page(text, "a.org"),
  "man-page": (text) => page(text, "a.1"),
  adaptive: (text) => index(text, "a.md", "adaptive"),
  leaves: (text) => index(text, "a.md", "leaves"),
  code: (text) => index(text, "a.js", "auto"),
  prose: (text) => index(text, "a.md", "prose"),
  frontmatter: async (text) => {
    const t = text.slice(0, (1 << 20) - 100);
    readFrontmatter(encoder.encode(`---\n${t}\n---\nx`), 0);
  },
  drift: async (text) => {
    const reading = await readFile(encoder.encode(text), "/a.md");
    const page = { id: "docs:a.md", tree: "docs", path: "a.md", title: "", metadata: {} };
    const place = { path: "/a.md", inRepository: "a.md", origin: { document: page, file: "/a.md" } };
    const document = driftDocument(place, reading, engine.outline(reading.text, reading.textStart));
    anchorsOf(document);
    identifiersOf(document);
  },
};
