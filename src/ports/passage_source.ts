/** The port through which retrieval reads the text of documents. */
import type { ByteRange } from "../document/document.ts";
import type { SourceSpan } from "../document/formats/source_map.ts";

/** The bytes of a span as it was indexed. */
export interface Passage {
  readonly bytes: Uint8Array;
  /** Where a text that was extracted stands in its file; null when the text is the file itself. */
  readonly source: SourceSpan | null;
  /** The bytes that are markup and not text, as `[start, end, start, end, …]`; null where there are none. */
  readonly hidden: Uint32Array | null;
}

/** A passage; else why it cannot be had: the document is no longer what was indexed, or it is gone. */
type FoundPassage = Passage | "changed" | "gone";

export interface PassageSource {
  /** A span of a document's text, in the version that was indexed. */
  read(document: { readonly tree: string; readonly path: string }, span: ByteRange): Promise<FoundPassage>;
}
