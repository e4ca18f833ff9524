import type { Format } from "../format.ts";

/** Markdown with components. Imports, exports, tags and expressions are not text. */
export const mdx: Format = {
  name: "mdx",
  version: 3,
  extensions: ["mdx"],
  view: "markdown",
  placement: "in-place",
  decoding: "text",
  readBy: "reader",
  dialect: "mdx",
  load: () => import("./read_mdx.ts"),
};
