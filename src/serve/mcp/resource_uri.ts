/** Makes and reads the addresses of documents and sections: `ra://tree/path#slug` for the id `tree:path#slug`. */
import { chunkId, documentId } from "../../document/ids.ts";

const SCHEME = "ra://";

export interface ResourceParts {
  readonly tree: string;
  /** Relative to the tree's folder. */
  readonly path: string;
  readonly section?: string | undefined;
}

/** Percent-encodes every segment. `/` remains the separator. */
export function resourceUri({ tree, path, section }: ResourceParts): string {
  const segments = path.split("/").map(encodeURIComponent).join("/");
  return `${SCHEME}${encodeURIComponent(tree)}/${segments}${
    section === undefined ? "" : `#${encodeURIComponent(section)}`
  }`;
}

/**
 * Reads an address. Returns undefined if it is invalid. ra only looks ids up and never opens them as paths. Even so,
 * anything that tries to climb (`..`, an encoded separator, a control character) is invalid.
 */
export function parseResourceUri(uri: string): ResourceParts | undefined {
  const match = /^ra:\/\/([^/?#]+)\/([^?#]+)(?:#(.*))?$/s.exec(uri);
  if (match === null) return undefined;
  const decoded = [match[1]!, ...match[2]!.split("/")].map(decode);
  if (
    !decoded.every((part) =>
      part !== undefined && part !== "" && part !== "." && part !== ".." && !/[/\\\p{Cc}]/u.test(part)
    )
  ) return undefined;
  const section = match[3] === undefined || match[3] === "" ? undefined : decode(match[3]);
  const [tree, ...path] = decoded as string[];
  return { tree: tree!, path: path.join("/"), section };
}

export function resourceId({ tree, path, section }: ResourceParts): string {
  return chunkId(documentId(tree, path), section ?? null);
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
