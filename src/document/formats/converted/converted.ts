/** PDF, office documents and books. The package `ra-documents` reads them. */
import type { Format } from "../format.ts";

const EXTENSIONS = ["pdf", "docx", "pptx", "xlsx", "odt", "epub"];

/** One for each kind, so that a better converter of one kind indexes only its files again. */
export const CONVERTED: readonly Format[] = EXTENSIONS.map((extension) => ({
  name: extension,
  version: 1,
  extensions: [extension],
  view: "html",
  placement: "extracted",
  isBinary: true,
  load: () => import("./read_converted.ts"),
}));
