/** Lists the formats. This is the only table of their extensions. */
import { compileGlob } from "../../text/globs.ts";
import { fileExtension } from "../../text/paths.ts";
import { asciidoc } from "./asciidoc/asciidoc.ts";
import { CONVERTED, IMAGE } from "./converted/converted.ts";
import type { Format } from "./format.ts";
import { html } from "./html/html.ts";
import { man } from "./man/man.ts";
import { markdown } from "./markdown/markdown.ts";
import { mdx } from "./mdx/mdx.ts";
import { notebook } from "./notebook/notebook.ts";
import { org } from "./org/org.ts";
import { rst } from "./rst/rst.ts";
import { text } from "./text/text.ts";

/** Text comes last: it reads every file that no other format claims. */
const ALL: readonly Format[] = [
  markdown,
  mdx,
  rst,
  asciidoc,
  notebook,
  org,
  man,
  html,
  ...CONVERTED,
  text,
];

/** The formats of trees. */
export const FORMATS: readonly Format[] = ALL.filter(({ isTextInTrees }) => isTextInTrees !== true);

const extensionsOf = (formats: readonly Format[]): readonly string[] => formats.flatMap(({ extensions }) => extensions);

/** The extensions of all formats that are text. The default `include` names them. */
export const TEXT_EXTENSIONS: readonly string[] = extensionsOf(FORMATS.filter(({ decoding }) => decoding !== "none"));

/** The files that `ra-documents` reads. */
export const CONVERTER_EXTENSIONS: readonly string[] = extensionsOf(
  ALL.filter(({ readBy }) => readBy === "converter"),
);

/** The files that become Markdown files by `ra rag convert`. */
export const CONVERTIBLE_EXTENSIONS: readonly string[] = [
  ...CONVERTER_EXTENSIONS,
  ...html.extensions,
  ...notebook.extensions,
];

const BY_EXTENSION: ReadonlyMap<string, Format> = new Map(
  FORMATS.flatMap((format) => format.extensions.map((extension) => [extension, format])),
);

/** What a tree says of formats. */
export interface FormatRules {
  /** The names of formats by globs. The first that matches counts. */
  readonly format?: Readonly<Record<string, string>>;
}

const BY_NAME: ReadonlyMap<string, Format> = new Map(FORMATS.map((format) => [format.name, format]));
const TOLD = FORMATS.filter(({ told }) => told !== undefined);
/** The globs of files that are of a format if they begin so. */
export const TOLD_GLOBS: readonly string[] = TOLD.flatMap(({ told }) => told!.globs);
const compiled = new WeakMap<
  object,
  readonly { readonly matches: (path: string) => boolean; readonly format: Format | undefined }[]
>();

/** The format of a file in a tree: as the tree says, else by its extension. Case of extensions does not matter. */
export function formatOf(path: string, { format }: FormatRules = {}): Format {
  const stated = format === undefined ? undefined : rulesOf(format).find(({ matches }) => matches(path))?.format;
  return stated ?? BY_EXTENSION.get(fileExtension(path)) ?? TOLD.find(({ told }) => told!.names.test(path)) ?? text;
}

function rulesOf(format: NonNullable<FormatRules["format"]>) {
  const known = compiled.get(format) ??
    Object.entries(format).map(([glob, name]) => ({ matches: compileGlob(glob), format: BY_NAME.get(name) }));
  compiled.set(format, known);
  return known;
}

/** Whether ra reads files with this extension as what they are. It reads any other text as plain text. */
export function hasReader(path: string): boolean {
  return BY_EXTENSION.has(fileExtension(path)) || TOLD.some(({ told }) => told!.names.test(path));
}

/** Whether a file was passed over because it does not begin as its name says. */
export function isOfNoFormat(reason: string): boolean {
  return TOLD.some(({ told }) => told!.reason === reason);
}

/** Whether the core reads a file as Markdown without any conversion. */
export function isMarkdown(path: string, rules?: FormatRules): boolean {
  return formatOf(path, rules).readBy === "core";
}

/** Whether ra reads a file as a page of HTML. */
export function isPage(path: string): boolean {
  return formatOf(path) === html;
}

export function isNotebook(path: string): boolean {
  return formatOf(path) === notebook;
}

export function isPicture(path: string): boolean {
  return formatOf(path).name === IMAGE;
}

/**
 * The extensions of all formats that are text, except plain text. Such files become pages, and sites leave the
 * extension out of links.
 */
export const PAGE_EXTENSIONS: readonly string[] = extensionsOf(
  FORMATS.filter(({ name, decoding }) => name !== text.name && decoding !== "none"),
);

/** For example `markdown 1`. It changes when the files of the format have to be indexed again. */
export function formatTag({ name, version }: Format): string {
  return `${name} ${version}`;
}

/** The tags of all formats. */
export const FORMAT_TAGS: string = FORMATS.map(formatTag).join(", ");
