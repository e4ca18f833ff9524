/** Converts a file as `ra rag convert` does, in the process of the converters. */
import { basename, extname } from "node:path";
import { readFileSync } from "node:fs";
import { type Converter, createConverter } from "../../../src/document/formats/converted/converter.ts";
import { converterProgram } from "../../../src/document/formats/converted/missing_parts.ts";
import { NO_OCR, type OcrOptions } from "../../../src/document/formats/format.ts";
import type { OmittedPieces } from "../../../src/shapes/inspection.ts";
import { read } from "../../../src/document/formats/html/read_html.ts";
import { documentText } from "../../../tests/documents/document_text.ts";

/** What became of a file. */
export interface ReadDocument {
  readonly text: string;
  /** Sentences about the conversion. */
  readonly said: readonly string[];
  readonly omitted: readonly OmittedPieces[];
  readonly parts: number;
  readonly seconds: number;
  /** Why there is no text. */
  readonly reason?: string;
}

const LIMITS = { timeoutMs: 120_000, mostBytes: 256 * 1024 * 1024 };
const PAGES = [".html", ".htm", ".xhtml"];

export interface DocumentReader {
  read(path: string): Promise<ReadDocument>;
  close(): void;
}

/** Throws where `ra-documents` is not built. */
export function createDocumentReader(
  options: OcrOptions & { readonly languageFolder?: string } = NO_OCR,
): DocumentReader {
  const converters = converterProgram();
  if (converters === undefined) throw new Error("ra-documents is not built: node scripts/build.mjs");
  const converter: Converter = createConverter();
  return {
    async read(path) {
      const bytes = new Uint8Array(readFileSync(path));
      const isPage = PAGES.includes(extname(path).toLowerCase());
      const task = isPage
        ? { kind: "page" } as const
        : { kind: "document", converters, name: basename(path), options } as const;
      const begin = performance.now();
      const found = await converter.convert(task, bytes, LIMITS);
      const seconds = (performance.now() - begin) / 1000;
      if ("reason" in found) return { text: "", said: [], omitted: [], parts: 0, seconds, reason: found.reason };
      const { warnings, notes = [], parts } = found;
      const omitted = found.omitted ?? (isPage ? read(bytes).omitted : undefined) ?? [];
      return { text: documentText(found), said: [...warnings, ...notes], omitted, parts: parts.length, seconds };
    },
    close: converter.close,
  };
}
