import { HTML_VERSION } from "../extracted_versions.ts";
import type { Format } from "../format.ts";

/** HTML pages. Their main part is written as Markdown. */
export const html: Format = {
  name: "html",
  version: HTML_VERSION,
  extensions: ["html", "htm"],
  view: "html",
  placement: "extracted",
  decoding: "page",
  readBy: "reader",
  load: () => import("./read_guarded.ts"),
};
