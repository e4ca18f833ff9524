/** One Markdown text of the parts of a document, and where in it each part begins. */
import type { RecordedPart, SourceRecord } from "../../document/source_record.ts";
import type { ConvertedDocument } from "../../document/formats/converted/document_parts.ts";
import { normalize } from "./normalize.ts";

/** A document in its pages, slides, sheets or cells, or as one part without a place. */
export interface Parted {
  readonly unit: SourceRecord["unit"];
  readonly parts: readonly (Omit<RecordedPart, "start" | "place"> & {
    readonly place: number | null;
    readonly markdown: string;
  })[];
}

interface PartedText extends Pick<SourceRecord, "unit" | "parts"> {
  readonly text: Uint8Array;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** A text without parts. */
export function whole(markdown: string): Parted {
  return { unit: null, parts: [{ place: null, markdown }] };
}

export function partsOf({ unit, parts }: ConvertedDocument): Parted {
  return {
    unit,
    parts: parts.map(({ place, name, text }) => ({ place, name, markdown: decoder.decode(text) })),
  };
}

/** Each part in its normal form, with an empty line between two of them. Parts without text are left out. */
export function joinParts({ unit, parts }: Parted): PartedText {
  const isPaged = unit === "page";
  const recorded: RecordedPart[] = [];
  const texts: string[] = [];
  let start = 0;
  for (const { place, name, markdown } of parts) {
    const text = normalize(markdown, isPaged);
    if (text === "\n") continue;
    const between = texts.length === 0 ? "" : "\n";
    texts.push(between, text);
    start += between.length;
    if (unit !== null && place !== null) recorded.push({ start, place, name });
    start += encoder.encode(text).length;
  }
  return { unit: recorded.length === 0 ? null : unit, parts: recorded, text: encoder.encode(texts.join("") || "\n") };
}

/** The parts of a text that {@link joinParts} has joined. */
export function splitParts(text: Uint8Array, { unit, parts }: Pick<SourceRecord, "unit" | "parts">): Parted {
  if (unit === null || parts.length === 0) return whole(decoder.decode(text));
  return {
    unit,
    parts: parts.map(({ start, ...part }, at) => ({
      ...part,
      markdown: decoder.decode(text.subarray(at === 0 ? 0 : start, parts[at + 1]?.start)),
    })),
  };
}
