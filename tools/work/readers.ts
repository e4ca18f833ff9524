/** The ways in which ra reads a document, each as one call. */
import { DEFAULT_SIZES } from "./sizes.ts";
import { readFrontmatter } from "../../src/document/frontmatter.ts";
import { anchorsOf } from "../../src/drift/anchors.ts";
import { identifiersOf } from "../../src/drift/identifiers.ts";
import { readDocument } from "../../src/drift/document.ts";
import { loadEngine } from "../../src/store/engine/load.ts";
import { indexFile } from "../../src/store/segments/index_file.ts";

const engine = await loadEngine();
const encoder = new TextEncoder();

async function index(text: string, path: string, chunking = "headings"): Promise<void> {
  const batch = engine.createBatch();
  const tree = { name: "t", chunking, sizes: {}, stemmer: "auto", metadata: {}, ocr: "never", languages: [] } as never;
  const found = await indexFile(batch, { bytes: encoder.encode(text) }, tree, path, DEFAULT_SIZES);
  if (found.kind === "skipped" && !text.includes("\0")) console.log("skipped", path, found.reason);
  batch.finish();
}

export const READERS: Readonly<Record<string, (text: string) => Promise<void>>> = {
  md: (text) => index(text, "a.md"),
  mdx: (text) => index(text, "a.mdx"),
  txt: (text) => index(text, "a.txt"),
  html: (text) => index(text, "a.html"),
  adaptive: (text) => index(text, "a.md", "adaptive"),
  leaves: (text) => index(text, "a.md", "leaves"),
  code: (text) => index(text, "a.js", "auto"),
  prose: (text) => index(text, "a.md", "prose"),
  frontmatter: async (text) => {
    const t = text.slice(0, (1 << 20) - 100);
    readFrontmatter(encoder.encode(`---\n${t}\n---\nx`), 0);
  },
  drift: async (text) => {
    const document = readDocument("/a.md", "a.md", encoder.encode(text), (bytes, from) => engine.outline(bytes, from));
    anchorsOf(document);
    identifiersOf(document);
  },
};
