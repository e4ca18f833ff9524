/** The port through which retrieval reads the text of documents. */
import type { ByteRange } from "../../document/document.ts";
import type { Origin } from "../../document/source_record.ts";
import type { MappedSpan } from "../../document/formats/source_map.ts";
import type { ChunkRef } from "./catalogue.ts";

/** The text of a span, as it is written in the version that was indexed. */
interface WrittenPassage {
  readonly bytes: Uint8Array;
  /** The place in the file that extracted text comes from; null when the text is the file itself. */
  readonly source: MappedSpan | null;
  /** Set when the text was made from the file, and spans count in that text. */
  readonly extracted?: true | undefined;
  /** Where the text comes from that ra made of another document. Absent for most. */
  readonly origin?: Origin | undefined;
  /** What the span takes in from other files. Absent for a document that takes in nothing. */
  readonly includes?: readonly PassageInclude[] | undefined;
}

export interface Passage extends WrittenPassage {
  /**
   * The same bytes as a reader sees them: of the same length, with markup as spaces, or as joiners between letters
   * (src/text/visible.ts).
   */
  readonly visible: Uint8Array;
}

/** Lines of another file that a document takes in. */
export interface PassageInclude {
  /** From the folder of the configuration. */
  readonly path: string;
  /** Lines of the file, from 1. */
  readonly first: number;
  readonly last: number;
  /** Undefined where the file has changed since it was read. */
  text(): Uint8Array | undefined;
}

/** Why there is no passage: the document has changed since it was indexed, or it is gone. */
export type NoPassage = "changed" | "gone";

interface DocumentPlace {
  readonly tree: string;
  readonly path: string;
}

export interface WrittenPassages {
  /** Reads a span of a document's text, in the version that was indexed. */
  read(document: DocumentPlace, span: ByteRange): Promise<WrittenPassage | NoPassage>;
}

interface ChunkPlace extends DocumentPlace {
  readonly ref: ChunkRef;
}

export interface PassageSource {
  /** Reads a span of the document of a chunk. */
  read(chunk: ChunkPlace, span: ByteRange): Promise<Passage | NoPassage>;
}
