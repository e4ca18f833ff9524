/** A Markdown document as the drift checks see it. */
import { readFrontmatter } from "../document/frontmatter.ts";
import type { Outline, OutlineLink } from "../document/outline.ts";
import { fileStem } from "../text/paths.ts";
import { indexLines } from "../text/lines.ts";
import { type CodeSpan, findCodeSpans } from "./code_spans.ts";
import { trimEnd } from "../text/trim.ts";

export interface DriftDocument {
  /** Absolute. */
  readonly path: string;
  /** Path relative to the repository. */
  readonly inRepository: string;
  readonly text: string;
  readonly links: readonly (OutlineLink & { readonly line: number })[];
  readonly headings: readonly string[];
  /** The keys of the frontmatter. */
  readonly keys: readonly string[];
  readonly spans: readonly CodeSpan[];
  /** Titles and aliases by which a wiki link may name the document. */
  readonly names: readonly string[];
  /** The last part of each address that the frontmatter gives the page. */
  readonly servedAs: readonly string[];
}

/** Folders whose documents are test data, fragments of other documents, or written by others. */
const NOT_ABOUT_REPOSITORY =
  /(?:^|\/)(?:tests?|__tests__|spec|specs|fixtures?|__fixtures__|testdata|test[-_]data|snapshots?|snippets?|partials?|_partials?|includes?|_includes?|templates?|node_modules|vendor|third[-_]party|playground)\//i;

/** Tells from its path whether a document describes the repository that it lies in. */
export function describesRepository(inRepository: string): boolean {
  return !NOT_ABOUT_REPOSITORY.test(inRepository) && !/(?:^|\/)_[^/]*$/.test(inRepository);
}

/** Something that a document says and its repository no longer bears out. */
export interface Drift {
  readonly code: "drift-link" | "drift-path" | "drift-identifier";
  readonly message: string;
  readonly line: number;
}

/** The most links and code spans that ra compares for each document. Each can cost some looks at the disk. */
const MAX_CLAIMS = 10_000;

/** Throws `not-text`. */
export function readDocument(
  path: string,
  inRepository: string,
  bytes: Uint8Array,
  readOutline: (bytes: Uint8Array, from: number) => Outline,
): DriftDocument {
  const bom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const { range, title, values } = readFrontmatter(bytes, bom);
  const start = range?.end ?? bom;
  const { headings, links } = readOutline(bytes, start);
  const lines = indexLines(bytes);
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const text = decoder.decode(bytes);
  const aliases = values?.["aliases"] ?? values?.["alias"];
  return {
    path,
    inRepository,
    text,
    links: links.slice(0, MAX_CLAIMS).map((link) => ({ ...link, line: lines.lineAt(link.start) })),
    headings: headings.map((heading) => heading.text),
    servedAs: ["id", "slug", "permalink", "url"].map((key) => values?.[key]).filter((value) =>
      typeof value === "string"
    ).map((value) => fileStem(trimEnd(value, "/"))),
    keys: Object.keys(values ?? {}),
    spans: findCodeSpans(text, decoder.decode(bytes.subarray(0, start)).length).slice(0, MAX_CLAIMS),
    names: [title, ...(Array.isArray(aliases) ? aliases : [aliases])].filter((name): name is string =>
      typeof name === "string"
    ),
  };
}
