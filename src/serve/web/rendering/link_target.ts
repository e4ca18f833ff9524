/** Finds where the links and images of a document lead on the page. */
import { chunkId } from "../../../document/ids.ts";
import { fileExtension, joinPath, parentPath } from "../../../text/paths.ts";

/** The document that holds the links, and the documents and images around it. */
export interface LinkOrigin {
  /** The absolute path of the document, and of its tree's folder. */
  readonly file: string;
  readonly root: string;
  /** The id of the indexed document at an absolute path. */
  documentAt(path: string): string | undefined;
  /** The address of the file at an absolute path, when its images are served. */
  imageAt(path: string): string | undefined;
  /** The address of the page with this passage open. */
  addressOf(id: string): string;
}

export type LinkTarget =
  | { readonly kind: "passage"; readonly address: string }
  | { readonly kind: "external"; readonly address: string }
  | { readonly kind: "image"; readonly address: string };

/** The types of images that are served from the trees, by extension. */
export const IMAGE_TYPES: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  avif: "image/avif",
  svg: "image/svg+xml",
};
const DEFAULT_PAGES = ["README.md", "readme.md", "index.md", "index.html"];

/** Undefined for a link that must not open: a script, a local file, a path without a document. */
export function linkTarget(destination: string, origin: LinkOrigin): LinkTarget | undefined {
  const text = destination.trim();
  const page = MANUAL.exec(text);
  if (page !== null) return manualPage(page[1]!, page[2]!, origin);
  if (text.startsWith("//")) return external(`https:${text}`);
  if (/^[a-z][a-z0-9+.-]*:/i.test(text)) return /^(https?|mailto):/i.test(text) ? external(text) : undefined;
  const hash = text.indexOf("#");
  const fragment = hash < 0 ? "" : decoded(text.slice(hash + 1));
  const written = decoded((hash < 0 ? text : text.slice(0, hash)).replace(/\?.*$/s, ""));
  if (fragment === undefined || written === undefined || /[\0\\]/.test(written)) return undefined;
  const path = written === ""
    ? origin.file
    : written.startsWith("/")
    ? joinPath(origin.root, `.${written}`)
    : joinPath(parentPath(origin.file), `./${written}`);
  for (const candidate of [path, ...DEFAULT_PAGES.map((name) => `${path}/${name}`)]) {
    const id = origin.documentAt(candidate);
    if (id !== undefined) {
      return { kind: "passage", address: origin.addressOf(chunkId(id, fragment === "" ? null : fragment)) };
    }
  }
  const image = Object.hasOwn(IMAGE_TYPES, fileExtension(path)) ? origin.imageAt(path) : undefined;
  return image === undefined ? undefined : { kind: "image", address: image };
}

/** `man:open(2)`. */
const MANUAL = /^man:([^\s/()]+)\((\d\w*)\)$/;

/** A page of a manual lies beside others, or in the folder of its section. */
function manualPage(name: string, section: string, origin: LinkOrigin): LinkTarget | undefined {
  const folder = parentPath(origin.file);
  for (const path of [`${folder}/${name}.${section}`, `${parentPath(folder)}/man${section[0]!}/${name}.${section}`]) {
    const id = origin.documentAt(path);
    if (id !== undefined) return { kind: "passage", address: origin.addressOf(id) };
  }
  return undefined;
}

/** The address of an image of a tree. */
export function imageAddress(tree: string, path: string): string {
  return `/image/${[tree, ...path.split("/")].map(encodeURIComponent).join("/")}`;
}

function external(address: string): LinkTarget | undefined {
  return URL.canParse(address) ? { kind: "external", address } : undefined;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
