/** What other files say about pictures: a text beside the picture, and the pages that show it. */
import { readFrontmatter } from "../../document/frontmatter.ts";
import { decodePage } from "../../document/formats/html/decode_page.ts";
import { isPage, isPicture } from "../../document/formats/registry.ts";
import { decodeText } from "../../text/decode_text.ts";
import {
  attribute,
  type Element,
  elementsIn,
  type Parent,
  plainText,
  readPage,
} from "../../document/formats/html/page_tree.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { RaError } from "../../errors.ts";
import { walkTree } from "../../store/files/walk.ts";
import { fileExtension, joinPath, parentPath, relativePath } from "../../text/paths.ts";

/** By the path of the picture, relative to the root: Markdown, in a stable order. */
export type ImageWords = ReadonlyMap<string, string>;

/**
 * Reads the pages below `root` for the pictures among `files`. A text beside `photo.png` is `photo.png.md` or
 * `photo.md`. What cannot be read says nothing.
 */
export function imageWords(
  fs: FileSystem,
  root: string,
  files: readonly string[],
  exclude: readonly string[],
): ImageWords {
  const pictures = files.filter(isPicture);
  if (pictures.length === 0) return new Map();
  const shown = mentions(fs, root, exclude);
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
function mentions(fs: FileSystem, root: string, exclude: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const include = ["**/*.{md,markdown,html,htm}"];
  const { files } = walkTree(fs, { path: root, include, exclude, gitignore: false, boundary: null });
  for (const { path } of files) {
    const text = readText(fs, joinPath(root, path));
    if (text === undefined) continue;
    for (const { source, words } of isPage(path) ? inHtml(readPage(text).root) : inMarkdown(text)) {
      const picture = pathOf(root, path, source);
      if (picture === undefined || words === "") continue;
      const line = `${path} shows it: ${words}`;
      const lines = found.get(picture) ?? [];
      if (!lines.includes(line)) found.set(picture, [...lines, line]);
    }
  }
  return found;
}

const named = (parent: Parent, name: string): readonly Element[] =>
  [...elementsIn(parent)].filter(({ tagName }) => tagName === name);

interface Mention {
  readonly source: string;
  readonly words: string;
}

/** The alternative text, the title, and the caption of the figure. */
function inHtml(root: Parent): readonly Mention[] {
  const captions = new Map<Element, string>();
  for (const figure of named(root, "figure")) {
    const caption = named(figure, "figcaption").map((caption) => plainText(caption, () => false)).join(" ");
    for (const image of named(figure, "img")) captions.set(image, caption);
  }
  return named(root, "img").map((image) => ({
    source: attribute(image, "src") ?? "",
    words: sentences([attribute(image, "alt"), attribute(image, "title"), captions.get(image)]),
  }));
}

/** The lengths are bounded, so that the time is, too. */
const IMAGE =
  /!\[((?:\\.|[^\]\\]){0,500})\](?:\(\s{0,9}<?([^\s()<>]{1,500})>?(?:\s{1,9}["'(]([^"')]{0,500})["')])?\s{0,9}\)|\[([^\]]{0,500})\])?/g;
const DEFINITION =
  /^ {0,3}\[([^\]\n]{1,500})\]:[ \t]{0,9}<?([^\s<>]{1,500})>?(?:[ \t]{1,9}["'(](.{0,500})["')])?[ \t]{0,9}$/gm;

/** A search for the signs is enough here, and takes no longer for hostile nesting. */
function inMarkdown(text: string): readonly Mention[] {
  const targets = new Map(
    [...text.matchAll(DEFINITION)].map(([, name, source, title]) => [name!.toLowerCase(), { source: source!, title }]),
  );
  const images = [...text.matchAll(IMAGE)].flatMap(([, alt = "", source, title, name]): readonly Mention[] => {
    const target = source === undefined ? targets.get((name || alt).toLowerCase()) : { source, title };
    return target === undefined ? [] : [{ source: target.source, words: sentences([alt, target.title]) }];
  });
  return /<img/i.test(text) ? [...images, ...inHtml(readPage(text).root)] : images;
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
