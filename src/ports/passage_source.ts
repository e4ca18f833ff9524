/** The port through which retrieval reads the text of documents. */
import type { ByteRange } from "../document/document.ts";

/** Text as it was indexed; else why it cannot be had: the document is no longer what was indexed, or it is gone. */
export type PassageText = Uint8Array | "changed" | "gone";

export interface PassageSource {
  /** The bytes of a span of a document's text, in the version that was indexed. */
  read(document: { readonly tree: string; readonly path: string }, span: ByteRange): Promise<PassageText>;
}
