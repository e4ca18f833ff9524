/** What other files say about pictures: a text beside the picture, and the pages that show it. */
import { readFrontmatter } from "../../document/frontmatter.ts";
import { decodePage } from "../../document/formats/html/decode_page.ts";
import { html } from "../../document/formats/html/html.ts";
import { markdown } from "../../document/formats/markdown/markdown.ts";
import { isPage, isPicture } from "../../document/formats/registry.ts";
import { decodeText } from "../../text/decode_text.ts";
import { attribute, type Element, elementsIn, type Parent, readPage } from "../../document/formats/html/page_tree.ts";
import { plainText } from "../../document/formats/html/plain_text.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { RaError } from "../../errors.ts";
import { createYieldPoint } from "../../store/segments/yield_point.ts";
import { walkTree } from "../../store/files/walk.ts";
import { fileExtension, joinPath, parentPath, relativePath } from "../../text/paths.ts";

/** By the path of the picture, relative to the root: Markdown, in a stable order. */
export type ImageWords = ReadonlyMap<string, string>;

/**
 * Reads the pages below `root` for the pictures among `files`. A text beside `photo.png` is `photo.png.md` or
 * `photo.md`. What cannot be read says nothing.
 */
export async function imageWords(
  fs: FileSystem,
  root: string,
  files: readonly string[],
  exclude: readonly string[],
): Promise<ImageWords> {
  const pictures = files.filter(isPicture);
  if (pictures.length === 0) return new Map();
  const shown = await mentions(fs, root, new Set(pictures), exclude);
  return new Map(pictures.map((path) => {
    const beside = sidecar(fs, joinPath(root, path));
    return [path, [...(beside === undefined ? [] : [beside]), ...shown.get(path) ?? []].join("\n\n")];
  }));
}

function sidecar(fs: FileSystem, picture: string): string | undefined {
  const place = [`${picture}.md`, `${picture.slice(0, -fileExtension(picture).length)}md`].find((path) =>
    fs.kindOf(path) === "file"
  );
  const text = place === undefined ? undefined : readText(fs, place);
  if (text === undefined) return undefined;
  const bytes = new TextEncoder().encode(text);
  const { range } = readFrontmatter(bytes, 0);
  return new TextDecoder().decode(bytes.subarray(range?.end ?? 0)).trim();
}

/** What the pages say, by picture. */
async function mentions(
  fs: FileSystem,
  root: string,
  pictures: ReadonlySet<string>,
  exclude: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const yieldPoint = createYieldPoint(undefined);
  const found = new Map<string, Set<string>>();
  const include = [`**/*.{${[...markdown.extensions, ...html.extensions].join(",")}}`];
  const { files } = walkTree(fs, { path: root, include, exclude, gitignore: false, boundary: null });
  for (const { path } of files) {
    await yieldPoint();
    const text = readText(fs, joinPath(root, path));
    if (text === undefined) continue;
    for (const { source, words } of isPage(path) ? inHtml(readPage(text).root) : inMarkdown(text)) {
      const picture = pathOf(root, path, source);
      if (picture === undefined || words === "" || !pictures.has(picture)) continue;
      const lines = found.get(picture) ?? new Set();
      if (lines.size < MAX_LINES) found.set(picture, lines.add(`${path} shows it: ${words}`));
    }
  }
  return found;
}

/** Of one picture. */
const MAX_LINES = 100;

interface Mention {
  readonly source: string;
  readonly words: string;
}

/** The alternative text, the title, and the caption of the innermost figure around it. */
function* inHtml(root: Parent): Iterable<Mention> {
  const figures = new Map<Parent, Element>();
  const captions = new Map<Element, string[]>();
  const images: Element[] = [];
  // Elements come before what is in them.
  for (const element of elementsIn(root)) {
    const { parentNode, tagName } = element;
    const figure = tagName === "figure" ? element : parentNode === null ? undefined : figures.get(parentNode as Parent);
    if (figure !== undefined) figures.set(element, figure);
    if (tagName === "img") images.push(element);
    if (tagName !== "figcaption" || figure === undefined) continue;
    captions.set(figure, [...captions.get(figure) ?? [], plainText(element, () => false)].slice(0, MAX_CAPTIONS));
  }
  for (const image of images) {
    const caption = captions.get(figures.get(image)!)?.join(" ");
    const words = sentences([attribute(image, "alt"), attribute(image, "title"), caption]);
    yield { source: attribute(image, "src") ?? "", words: words.slice(0, MAX_WORDS) };
  }
}

/** Of one figure. */
const MAX_CAPTIONS = 10;
/** Letters that one page says of a picture. */
const MAX_WORDS = 10_000;
/** Letters between the brackets of an image. */
const MAX_ALT = 500;
/** Addresses that one page gives names. */
const MAX_DEFINITIONS = 10_000;

/** What follows the brackets of an image. The lengths are bounded, so that the time is, too. */
const TARGET = /\(\s{0,9}<?([^\s()<>]{1,500})>?(?:\s{1,9}["'(]([^"')]{0,500})["')])?\s{0,9}\)|\[([^\]]{0,500})\]/y;
const DEFINITION =
  /^ {0,3}\[([^\]\n]{1,500})\]:[ \t]{0,9}<?([^\s<>]{1,500})>?(?:[ \t]{1,9}["'(](.{0,500})["')])?[ \t]{0,9}$/gm;

/** A search for the signs is enough here, and takes no longer for hostile nesting. */
function* inMarkdown(text: string): Iterable<Mention> {
  const targets = new Map<string, { readonly source: string; readonly title: string | undefined }>();
  for (const [, name, source, title] of text.matchAll(DEFINITION)) {
    targets.set(name!.toLowerCase(), { source: source!, title });
    if (targets.size === MAX_DEFINITIONS) break;
  }
  for (const { alt, end } of brackets(text)) {
    TARGET.lastIndex = end + 1;
    const [, source, title, name] = TARGET.exec(text) ?? [];
    const target = source === undefined ? targets.get((name || alt).toLowerCase()) : { source, title };
    if (target !== undefined) yield { source: target.source, words: sentences([alt, target.title]) };
  }
  if (/<img/i.test(text)) yield* inHtml(readPage(text).root);
}

/** The brackets of images that hold few letters, each with where they end. Each letter is looked at a few times. */
function* brackets(text: string): Iterable<{ readonly alt: string; readonly end: number }> {
  let end = -1;
  for (let at = text.indexOf("![");; at = text.indexOf("![", at)) {
    if (at < 0) return;
    if (end < at + 2) end = closing(text, at + 2);
    if (end < 0) return;
    if (end - at - 2 > MAX_ALT) at = Math.max(at + 2, end - MAX_ALT - 2);
    else {
      yield { alt: text.slice(at + 2, end), end };
      at = end + 1;
    }
  }
}

/** The next bracket without a backslash before it, or -1. */
function closing(text: string, from: number): number {
  for (let end = text.indexOf("]", from); end >= 0; end = text.indexOf("]", end + 1)) {
    let backslashes = 0;
    while (end - backslashes > from && text[end - backslashes - 1] === "\\") backslashes++;
    if (backslashes % 2 === 0) return end;
  }
  return -1;
}

function sentences(texts: readonly (string | null | undefined)[]): string {
  const words = texts.flatMap((text) => (text ?? "").replace(/\s+/g, " ").trim() || []);
  return [...new Set(words)].map((text) => (/[.!?…]$/.test(text) ? text : `${text}.`)).join(" ");
}

/** Relative to the root. Undefined for an address elsewhere. */
function pathOf(root: string, page: string, source: string): string | undefined {
  const [bare = ""] = source.split(/[?#]/, 1);
  if (bare === "" || /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(bare)) return undefined;
  let name = bare;
  try {
    name = decodeURIComponent(bare);
  } catch {
    // A name may hold a percent sign.
  }
  const path = name.startsWith("/") ? joinPath(root, name.slice(1)) : joinPath(parentPath(joinPath(root, page)), name);
  return relativePath(root, path);
}

function readText(fs: FileSystem, path: string): string | undefined {
  try {
    const bytes = fs.readFile(path, { most: 16 * 1024 * 1024 });
    if (bytes === undefined) return undefined;
    const decoded = isPage(path) ? decodePage(bytes, null) : decodeText(bytes);
    return decoded === undefined ? undefined : new TextDecoder().decode(decoded.text);
  } catch (error) {
    if (error instanceof RaError) return undefined;
    throw error;
  }
}
