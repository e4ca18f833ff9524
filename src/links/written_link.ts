/** Links as documents write them. */
import type { OutlineLink } from "../document/outline.ts";
import { indexLines } from "../text/lines.ts";

export interface WrittenLink extends OutlineLink {
  /** The line on which it begins, from 1. */
  readonly line: number;
  /** Of reStructuredText: `ref` for `` :ref:`x` ``. `external` says that the label is one of another project. */
  readonly role?: string | undefined;
}

const ROLE = /^:(external(?=[:+])|(?:[\w-]+:)*([\w-]+):`)/;

/** The links of an outline, in the order of the text. */
export function writtenLinks(text: Uint8Array, links: readonly OutlineLink[]): readonly WrittenLink[] {
  const lines = indexLines(text);
  return links.map((link) => ({
    ...link,
    line: lines.lineAt(link.start),
    role: link.destination.startsWith("ref:")
      ? roleOf(DECODER.decode(text.subarray(link.start, link.start + 60)))
      : undefined,
  }));
}

function roleOf(written: string): string | undefined {
  const [, prefix, role] = ROLE.exec(written) ?? [];
  return role ?? prefix;
}

const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });

/** More of a link is not read for its text. */
const MAX_SOURCE_BYTES = 1000;

/** The text that a reader clicks on. Without one, the destination as it is written. */
export function textOfLink(text: Uint8Array, { start, end, destination }: OutlineLink): string {
  const source = DECODER.decode(text.subarray(start, Math.min(end, start + MAX_SOURCE_BYTES)));
  const found = FORMS.map((form) => form.exec(source)?.slice(1).find((part) => part !== undefined)).find((part) =>
    part !== undefined && part.trim() !== ""
  );
  const written = (found ?? destination).replace(/^(?:wiki|ref|doc|xref|id|man):/, "");
  const shown = written.split(/(`[^`]+`)/).map((part) =>
    part.startsWith("`") ? part.replaceAll("`", "") : withoutEmphasis(part)
  );
  return shown.join("").replace(/\s+/g, " ").trim() || destination;
}

/** Signs around words are marks; within a word they are letters. */
function withoutEmphasis(text: string): string {
  return text.replace(/(\*\*|__)(?=\S)(.*?\S)\1/gs, "$2").replace(/(?<![\w*])\*(?=[^\s*])(.*?\S)\*(?![\w*])/gs, "$1")
    .replace(/(?<!\w)_(?=\S)(.*?\S)_(?!\w)/gs, "$1");
}

/** The forms of links in Markdown, wikis, reStructuredText, AsciiDoc and Org, each with the place of its text. */
const FORMS: readonly RegExp[] = [
  /^!?\[\[[^\]|]*\\?\|([^\]]*)\]\]$/,
  /^!?\[\[([^\]|[]*)\]\]$/,
  /^\[\[[^\]]*\]\[([^\]]*)\]\]$/,
  /^!?\[([^]*?)\](?:\([^]*|\[[^]*)?$/,
  /^(?::[\w:-]+:|\{[\w:-]+\})?`([^`<]*?)\s*<[^`]*>`_{0,2}$/,
  /^(?::[\w:-]+:|\{[\w:-]+\})?`~?([^`]*)`_{0,2}$/,
  /^<<[^,>]*,\s*([^>]*)>>$/,
  /^(?:xref|link|linkgit):[^[]*\[([^\]]*)\]$/,
];
