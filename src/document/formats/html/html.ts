import type { Format } from "../format.ts";

/** HTML pages. Their main part is written as Markdown. */
export const html: Format = {
  name: "html",
  version: 3,
  extensions: ["html", "htm"],
  view: "html",
  placement: "extracted",
  load: () => import("./read_guarded.ts"),
};
