/** PDF, office documents, books and pictures. The package `ra-documents` reads them. */
import { CONVERTED_VERSION } from "../extracted_versions.ts";
import type { Format } from "../format.ts";

/** A megabyte of a manual as PDF takes a second, as some twenty of Markdown do. A scanned page takes one or more. */
const CONVERTED_BYTE = 16;

/** The name of the format of pictures. */
export const IMAGE = "image";

const converted = (name: string, extensions: readonly string[]): Format => ({
  name,
  version: CONVERTED_VERSION,
  extensions,
  view: "html",
  placement: "extracted",
  decoding: "none",
  readBy: "converter",
  // Little is read of a picture without OCR.
  byteCost: (ocr) => (name === IMAGE && ocr === "never" ? 1 : CONVERTED_BYTE),
  load: () => import("./read_converted.ts"),
});

/** One for each kind, so that a better converter of one kind indexes only its files again. */
export const CONVERTED: readonly Format[] = [
  converted("pdf", ["pdf"]),
  converted("docx", ["docx", "docm", "dotx", "dotm"]),
  converted("pptx", ["pptx", "pptm", "ppsx", "potx"]),
  converted("xlsx", ["xlsx", "xlsm", "xltx"]),
  converted("odt", ["odt", "ott", "fodt", "ods", "ots", "fods", "odp", "otp", "fodp"]),
  converted("epub", ["epub"]),
  converted(IMAGE, ["png", "jpg", "jpeg", "gif", "webp", "tif", "tiff", "bmp", "svg"]),
  { ...converted("csv", ["csv", "tsv"]), isTextInTrees: true },
];
