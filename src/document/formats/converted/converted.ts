/** PDF, office documents, books and pictures. The package `ra-documents` reads them. */
import type { Format } from "../format.ts";

const PICTURES = ["png", "jpg", "jpeg", "gif", "webp", "tif", "tiff", "bmp", "svg"];

/** One for each kind, so that a better converter of one kind indexes only its files again. */
export const CONVERTED: readonly Format[] = [
  ...["pdf", "docx", "pptx", "xlsx", "odt", "epub"].map((extension) => [extension, [extension]] as const),
  ["image", PICTURES] as const,
].map(([name, extensions]) => ({
  name,
  version: 1,
  extensions,
  view: "html",
  placement: "extracted",
  isBinary: true,
  load: () => import("./read_converted.ts"),
}));
