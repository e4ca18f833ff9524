/** Reads a document through the package `ra-documents`, in a process of its own. */
import { RaError } from "../../../errors.ts";
import { homeDirectory } from "../../../host/process.ts";
import { languageFile, languageFolder } from "../../ocr/installed_languages.ts";
import { countCharacters } from "../../../text/characters.ts";
import { fileExtension } from "../../../text/paths.ts";
import type { OutlineHeading } from "../../outline.ts";
import type { Conversions } from "../conversions.ts";
import { CONVERTED_VERSION, HTML_VERSION } from "../extracted_versions.ts";
import { type ConvertedPart, NO_OCR, type OcrOptions, type Reading, type SourceMap } from "../format.ts";
import { receivedDocument } from "./converter_task.ts";
import type { ConvertedDocument } from "./document_parts.ts";
import { converterProgram, missingPart } from "./missing_parts.ts";
import { convertShared, type SharedTask } from "./shared_converter.ts";

const TIMEOUT_MS = 60_000;
/** A page of a scanned book takes about a second. */
const OCR_TIMEOUT_MS = 1_800_000;

/**
 * Throws `not-text` with the reason when the package is missing, and for a file that cannot be converted, and
 * `DocumentWaits` where no time is left.
 */
export async function read(
  bytes: Uint8Array,
  path: string,
  { ocr, languages }: OcrOptions,
  conversions?: Conversions,
): Promise<Reading> {
  const missing = missingPart({ ocr, languages });
  if (missing !== undefined) throw new RaError("not-text", missing, { path });
  const converters = converterProgram()!;
  const options = ocr === "never" ? NO_OCR : { ocr, languages, languageFolder: languageFolder() };
  const data = ocr === "never" ? [] : languages.map((language) => languageFile(language, homeDirectory() ?? null));
  const shared: SharedTask = {
    // The ending alone says what the file is.
    task: { kind: "document", converters, name: `file.${fileExtension(path)}`, options },
    files: [converters, ...data],
    version: [CONVERTED_VERSION, HTML_VERSION],
    timeoutMs: ocr === "never" ? TIMEOUT_MS : OCR_TIMEOUT_MS,
  };
  const { value, bytes: text } = await convertShared(shared, bytes, path, conversions);
  return reading(receivedDocument(value, text));
}

/** Joins the parts. Their pages, slides and sheets become the map. */
function reading({ unit, parts, title, metadata, warnings, notes = [], omitted = [] }: ConvertedDocument): Reading {
  const told: ConvertedPart[] = [];
  const texts: Uint8Array[] = [];
  const headings: OutlineHeading[] = [];
  const hidden: number[] = [];
  const starts: number[] = [];
  const places: number[] = [];
  let length = 0;
  for (const { place, confidence = null, text, headings: own, hidden: marks } of parts) {
    told.push({ place, characters: countCharacters(text, 0, text.length), confidence });
    if (text.length === 0) continue;
    if (place !== null) {
      starts.push(starts.length === 0 ? 0 : length);
      places.push(place);
    }
    for (const { lineStart, bodyStart, end, ...heading } of own) {
      headings.push({
        ...heading,
        lineStart: lineStart + length,
        bodyStart: bodyStart + length,
        // A section ends with its part only where the part says so.
        end: end === undefined ? undefined : end + length,
      });
    }
    for (const mark of marks) hidden.push(mark + length);
    texts.push(text, GAP);
    length += text.length + GAP.length;
  }
  const map: SourceMap | null = unit === null || starts.length === 0
    ? null
    : { unit, starts: Uint32Array.from(starts), places: Uint32Array.from(places) };
  return {
    text: joined(texts, length),
    textStart: 0,
    properties: {
      title,
      tags: [],
      lang: metadata["language"]?.toLowerCase() ?? null,
      metadata: Object.fromEntries(Object.entries(metadata).map(([key, value]) => [key, [value]])),
      values: title === null ? metadata : { title, ...metadata },
    },
    outline: { by: "format", headings, links: [], hidden: Uint32Array.from(hidden) },
    map,
    warnings: warnings.map((message) => ({ code: "not-converted", message, line: 1 })),
    omitted,
    conversion: { unit, parts: told, notes },
  };
}

const GAP = new Uint8Array([10]);

function joined(texts: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const text of texts) {
    whole.set(text, at);
    at += text.length;
  }
  return whole;
}
