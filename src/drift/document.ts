/** A document as the drift checks see it. */
import type { Outline } from "../document/outline.ts";
import type { FormatReader } from "../document/formats/format.ts";
import type { FileReading } from "../document/formats/read_file.ts";
import type { LinkingPage } from "../links/pages_at.ts";
import { canonicalSegment } from "../links/canonical.ts";
import { segmentsOf } from "../links/link_map.ts";
import { type WrittenLink, writtenLinks } from "../links/written_link.ts";
import { fileName, normalizePath, parentPath } from "../text/paths.ts";
import { trimEnd } from "../text/trim.ts";
import { type CodeSpan, fencedLines, findCodeSpans } from "./code_spans.ts";
import { linksInHtml } from "./html_links.ts";
import { ignoredLines } from "./ignored_lines.ts";
import { codeLinesOf, spansOf } from "./markup_spans.ts";
import { undefinedLabels } from "./markdown_prose.ts";
import type { LabelUse } from "./label_use.ts";

/** What the documents of a repository are read as. */
export interface DriftDocument {
  /** Absolute, with links resolved. */
  readonly path: string;
  /** Path relative to the repository. */
  readonly inRepository: string;
  /** What the resolver of links knows the document by. */
  readonly origin: LinkingPage;
  readonly format: string;
  readonly isMarkdown: boolean;
  readonly text: string;
  readonly links: readonly WrittenLink[];
  readonly headings: readonly string[];
  /** The keys of the frontmatter. */
  readonly keys: readonly string[];
  readonly spans: readonly CodeSpan[];
  /** The lines of its blocks of code. */
  code(): Iterable<string>;
  /** Uses of labels that no line of the document defines. */
  readonly undefinedLabels: readonly LabelUse[];
  /** The path in the repository that it would have under the name that its frontmatter gives it. */
  readonly servedAs: readonly string[];
  /** Whether its frontmatter gives it an address with another name, from which its links may count. */
  readonly isMoved: boolean;
  /** Whether the author wants no findings on this line. */
  isIgnored(line: number): boolean;
}

/** Folders whose documents are test data, fragments of other documents, or written by others. */
const NOT_ABOUT_REPOSITORY =
  /(?:^|\/)(?:__tests__|fixtures?|__fixtures__|testdata|test[-_]data|snapshots?|snippets?|partials?|_partials?|includes?|_includes?|node_modules|vendor|third[-_]party)\//i;
/** The same where the tree is the whole repository. In a folder of documentation, they are chapters. */
const NOT_CHAPTERS = /(?:^|\/)(?:tests?|spec|specs|templates?|playground)\//i;

/** Tells from its path whether a document describes the repository that it lies in. */
export function describesRepository({ inRepository, origin }: Pick<DriftDocument, "inRepository" | "origin">): boolean {
  const isWhole = origin.document.path === inRepository;
  return !NOT_ABOUT_REPOSITORY.test(inRepository) && !/(?:^|\/)_(?!index\.)[^/]*$/.test(inRepository) &&
    !(isWhole && NOT_CHAPTERS.test(inRepository));
}

/** Something that a document says and its repository no longer bears out. */
export interface Drift {
  readonly code: "drift-link" | "drift-path" | "drift-identifier";
  readonly message: string;
  readonly line: number;
}

/** The most links and code spans that ra compares for each document. Each can cost some looks at the disk. */
const MAX_CLAIMS = 10_000;
/** Frontmatter keys that give a page another name in its address. */
const NAMING_KEYS = ["id", "slug", "permalink", "url"];
/** Formats beside Markdown in which code spans name what the repository has. */
const NAMING_FORMATS: ReadonlySet<string> = new Set(["asciidoc", "rst"]);

/** Where a document lies, and how links know it. */
export type DriftPlace = Pick<DriftDocument, "path" | "inRepository" | "origin">;

/** `find` finds the marks and blocks of formats other than Markdown. */
export function driftDocument(
  place: DriftPlace,
  { text: bytes, textStart, properties, format }: FileReading,
  { headings, links }: Outline,
  find?: FormatReader["markup"],
): DriftDocument {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const text = decoder.decode(bytes);
  const isMarkdown = format.readBy === "core" || format.name === "mdx";
  const start = decoder.decode(bytes.subarray(0, textStart)).length;
  const values = properties.values ?? {};
  const stated = NAMING_KEYS.map((key) => values[key]).filter((value) => typeof value === "string")
    .map((value) => fileName(trimEnd(value, "/")).replace(/\.html?$/, ""));
  const markup = NAMING_FORMATS.has(format.name) ? find?.(text) : undefined;
  const inHtml = format.readBy === "core" ? linksInHtml(text, start, links) : [];
  const spans = isMarkdown ? findCodeSpans(text, start) : markup === undefined ? [] : spansOf(markup);
  return {
    ...place,
    format: format.name,
    isMarkdown,
    text,
    links: writtenLinks(bytes, [...links, ...inHtml].slice(0, MAX_CLAIMS)),
    headings: headings.map((heading) => heading.text),
    servedAs: stated.map((name) => normalizePath(`${parentPath(place.inRepository)}/${name}`)),
    isMoved: stated.some((name) => canonicalSegment(name) !== segmentsOf(place.inRepository).at(-1)),
    keys: Object.keys(values),
    spans: spans.slice(0, MAX_CLAIMS),
    code: () => markup === undefined ? fencedLines(text) : codeLinesOf(markup),
    undefinedLabels: isMarkdown ? undefinedLabels(text, start).slice(0, MAX_CLAIMS) : [],
    isIgnored: ignoredLines(text),
  };
}
