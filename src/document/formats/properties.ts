import type { Metadata } from "../document.ts";

/** The properties that a file states beside its text. */
export interface Properties {
  readonly title: string | null;
  /** In order, as written but without `#` and without duplicates. */
  readonly tags: readonly string[];
  /** In lower case. */
  readonly lang: string | null;
  /** Scalars and lists of scalars, except title, tags and lang. */
  readonly metadata: Metadata;
  /** What it says beside these. It is text of the chunk that leads the document, as metadata is. */
  readonly asides?: readonly string[];
  /** All values in the order of the file; null when the file has no properties. */
  readonly values: Readonly<Record<string, unknown>> | null;
}

export const NO_PROPERTIES: Properties = { title: null, tags: [], lang: null, metadata: {}, values: null };
