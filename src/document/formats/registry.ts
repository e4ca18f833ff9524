/** Lists the formats. This is the only table of their extensions. */
import { fileExtension } from "../../text/paths.ts";
import { CONVERTED } from "./converted/converted.ts";
import type { Format } from "./format.ts";
import { html } from "./html/html.ts";
import { markdown } from "./markdown/markdown.ts";
import { mdx } from "./mdx/mdx.ts";
import { text } from "./text/text.ts";

/** Text comes last: it reads every file that no other format claims. */
export const FORMATS: readonly Format[] = [
  markdown,
  mdx,
  html,
  ...CONVERTED,
  text,
];

const BY_EXTENSION: ReadonlyMap<string, Format> = new Map(
  FORMATS.flatMap((format) => format.extensions.map((extension) => [extension, format])),
);

/** The format of a file, by its extension. Case does not matter. */
export function formatOf(path: string): Format {
  return BY_EXTENSION.get(fileExtension(path)) ?? text;
}

/** Whether the core reads a file as Markdown without any conversion. */
export function isMarkdown(path: string): boolean {
  return formatOf(path) === markdown;
}

/**
 * The extensions of all formats that are text, except plain text. Such files become pages, and sites leave the
 * extension out of links.
 */
export const PAGE_EXTENSIONS: readonly string[] = FORMATS.filter(({ name, decoding }) =>
  name !== text.name && decoding !== "none"
)
  .flatMap((format) => format.extensions);

/** For example `markdown 1`. It changes when the files of the format have to be indexed again. */
export function formatTag({ name, version }: Format): string {
  return `${name} ${version}`;
}

/** The tags of all formats. */
export const FORMAT_TAGS: string = FORMATS.map(formatTag).join(", ");
