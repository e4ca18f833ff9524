import { NOTEBOOK_VERSION } from "../extracted_versions.ts";
import type { Format } from "../format.ts";

/** Notebooks of Jupyter, of the versions 3 and 4 of their format. Their cells are written as Markdown. */
export const notebook: Format = {
  name: "notebook",
  version: NOTEBOOK_VERSION,
  extensions: ["ipynb"],
  view: "html",
  placement: "extracted",
  decoding: "text",
  readBy: "reader",
  dialect: "markdown",
  load: () => import("./read_notebook.ts"),
};
