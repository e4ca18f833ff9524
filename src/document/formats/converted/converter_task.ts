/** What the process of the converters is asked, and its answers as JSON and bytes. */
import type { SourceMap } from "../format.ts";
import type { OcrOptions, Reading } from "../format.ts";
import type { ConvertedDocument } from "./document_parts.ts";

export type ConverterTask =
  /** A file that `ra-documents` converts. */
  | {
    readonly kind: "document";
    /** The path of its module. */
    readonly converters: string;
    readonly name: string;
    readonly options: OcrOptions & { readonly languageFolder?: string };
  }
  /** A page among the documents of `rag.yaml`, in whatever encoding. */
  | { readonly kind: "page" }
  /** A notebook among them. */
  | { readonly kind: "notebook"; readonly outputs: boolean }
  /** A page of a tree. */
  | { readonly kind: "html" };

/** A part's text is among the bytes. */
type SentPart = Omit<ConvertedDocument["parts"][number], "text"> & { readonly size: number };
type SentDocument = Omit<ConvertedDocument, "parts"> & { readonly parts: readonly SentPart[] };

export interface Sent {
  readonly value: unknown;
  readonly pieces: readonly Uint8Array[];
}

export function sentDocument({ parts, ...facts }: ConvertedDocument): Sent {
  const value: SentDocument = { ...facts, parts: parts.map(({ text, ...part }) => ({ ...part, size: text.length })) };
  return { value, pieces: parts.map(({ text }) => text) };
}

export function receivedDocument(value: unknown, bytes: Uint8Array): ConvertedDocument {
  const { parts, ...facts } = value as SentDocument;
  let at = 0;
  return { ...facts, parts: parts.map(({ size, ...part }) => ({ ...part, text: bytes.subarray(at, at += size) })) };
}

/** A reading of HTML, whose outline the format knows. */
type HtmlReading = Reading & { readonly outline: { readonly by: "format" } };
type SentReading = Omit<HtmlReading, "text" | "map" | "outline"> & {
  readonly map: {
    readonly unit: SourceMap["unit"];
    readonly starts: readonly number[];
    readonly places: readonly number[];
  } | null;
  readonly outline: Omit<HtmlReading["outline"], "hidden"> & { readonly hidden: readonly number[] };
};

export function sentReading({ text, map, outline, ...reading }: Reading): Sent {
  if (outline.by !== "format") throw new TypeError("the reader of HTML knows the outline");
  const value: SentReading = {
    ...reading,
    map: map === null ? null : { unit: map.unit, starts: [...map.starts], places: [...map.places] },
    outline: { ...outline, hidden: [...outline.hidden] },
  };
  return { value, pieces: [text] };
}

export function receivedReading(value: unknown, text: Uint8Array): Reading {
  const { map, outline, ...reading } = value as SentReading;
  return {
    ...reading,
    text,
    map: map && { unit: map.unit, starts: Uint32Array.from(map.starts), places: Uint32Array.from(map.places) },
    outline: { ...outline, hidden: Uint32Array.from(outline.hidden) },
  };
}
