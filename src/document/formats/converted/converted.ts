/** PDF, office documents, books and pictures. The package `ra-documents` reads them. */
import { CONVERTED_VERSION } from "../extracted_versions.ts";
import type { Format } from "../format.ts";

const PICTURES = ["png", "jpg", "jpeg", "gif", "webp", "tif", "tiff", "bmp", "svg"];

/** A megabyte of a manual as PDF takes a second, as some twenty of Markdown do. A scanned page takes one or more. */
const CONVERTED_BYTE = 16;

/** One for each kind, so that a better converter of one kind indexes only its files again. */
export const CONVERTED: readonly Format[] = [
  ...["pdf", "docx", "pptx", "xlsx", "odt", "epub"].map((extension) => [extension, [extension]] as const),
  ["image", PICTURES] as const,
].map(([name, extensions]) => ({
  name,
  version: CONVERTED_VERSION,
  extensions,
  view: "html",
  placement: "extracted",
  decoding: "none",
  // Little is read of a picture without OCR.
  byteCost: (ocr) => (name === "image" && ocr === "never" ? 1 : CONVERTED_BYTE),
  load: () => import("./read_converted.ts"),
}));
