/** A Markdown document as the checks for drift see it. */
import { readFrontmatter } from "../document/frontmatter.ts";
import type { Outline, OutlineLink } from "../document/outline.ts";
import { fileStem } from "../text/paths.ts";
import { indexLines } from "../text/lines.ts";
import { type CodeSpan, findCodeSpans } from "./code_spans.ts";

export interface DriftDocument {
  /** Absolute. */
  readonly path: string;
  /** Relative to its repository. */
  readonly inRepository: string;
  readonly text: string;
  readonly links: readonly (OutlineLink & { readonly line: number })[];
  readonly headings: readonly string[];
  /** Of the frontmatter. */
  readonly keys: readonly string[];
  readonly spans: readonly CodeSpan[];
  /** Titles and aliases that a wiki link may name it by. */
  readonly names: readonly string[];
  /** The last part of the address at which the frontmatter says that it is served. */
  readonly servedAs: readonly string[];
}

/** Folders of documents that are test data, parts of other documents, or other people's. */
const NOT_ABOUT_REPOSITORY =
  /(?:^|\/)(?:tests?|__tests__|spec|specs|fixtures?|__fixtures__|testdata|test[-_]data|snapshots?|snippets?|partials?|_partials?|includes?|_includes?|templates?|node_modules|vendor|third[-_]party|playground)\//i;

/** Whether a document is about the repository that it lies in, by its path there. */
export function describesRepository(inRepository: string): boolean {
  return !NOT_ABOUT_REPOSITORY.test(inRepository) && !/(?:^|\/)_[^/]*$/.test(inRepository);
}

/** A statement of a document that its repository no longer bears out. */
export interface Drift {
  readonly code: "drift-link" | "drift-path" | "drift-identifier";
  readonly message: string;
  readonly line: number;
}

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
    links: links.map((link) => ({ ...link, line: lines.lineAt(link.start) })),
    headings: headings.map((heading) => heading.text),
    servedAs: ["id", "slug", "permalink", "url"].map((key) => values?.[key]).filter((value) =>
      typeof value === "string"
    ).map((value) => fileStem(value.replace(/\/+$/, ""))),
    keys: Object.keys(values ?? {}),
    spans: findCodeSpans(text, decoder.decode(bytes.subarray(0, start)).length),
    names: [title, ...(Array.isArray(aliases) ? aliases : [aliases])].filter((name): name is string =>
      typeof name === "string"
    ),
  };
}
