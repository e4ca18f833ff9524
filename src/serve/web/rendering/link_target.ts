/** Finds where the links and images of a document lead on the page. */
import { fileExtension, joinPath, parentPath } from "../../../text/paths.ts";

/** The document that holds the links, and what is around it. */
export interface LinkOrigin {
  /** The absolute path of the document, and of its tree's folder. */
  readonly file: string;
  readonly root: string;
  /** The passages that links lead to, in the order of the destinations. Undefined for no passage. */
  passagesOf(destinations: readonly string[]): Promise<readonly (LinkedPassage | undefined)[]>;
  /** What a document shows with a link that takes in this passage. Without it, links are links. */
  taken?(passage: LinkedPassage): Promise<TakenPassage>;
  /** The address of the file at an absolute path, when its images are served. */
  imageAt(path: string): string | undefined;
  /** The address of the page with this passage open. */
  addressOf(id: string): string;
}

export interface LinkedPassage {
  readonly id: string;
  /** What a reader should know before the click: that something else may be meant. */
  readonly note: string | undefined;
}

/** HTML that is safe to insert, or why the link stands there. */
export type TakenPassage = { readonly html: string } | { readonly note: string };

export type PageLink =
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

/** Undefined for a destination that must not open: a script, a local file, a path without an image. */
export function imageTarget(destination: string, origin: LinkOrigin): PageLink | undefined {
  const elsewhere = externalTarget(destination);
  if (elsewhere !== undefined) return elsewhere;
  const written = decoded(destination.trim().replace(/[?#].*$/s, ""));
  if (written === undefined || /^[a-z][a-z0-9+.-]*:|[\0\\]/i.test(written)) return undefined;
  const path = written.startsWith("/")
    ? joinPath(origin.root, `.${written}`)
    : joinPath(parentPath(origin.file), `./${written}`);
  const image = Object.hasOwn(IMAGE_TYPES, fileExtension(path)) ? origin.imageAt(path) : undefined;
  return image === undefined ? undefined : { kind: "image", address: image };
}

/** The address of another site, or of mail. */
export function externalTarget(destination: string): PageLink | undefined {
  const text = destination.trim();
  const address = text.startsWith("//") ? `https:${text}` : text;
  return /^(?:https?|mailto):/i.test(address) && URL.canParse(address) ? { kind: "external", address } : undefined;
}

/** The address of an image of a tree. */
export function imageAddress(tree: string, path: string): string {
  return `/image/${[tree, ...path.split("/")].map(encodeURIComponent).join("/")}`;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
