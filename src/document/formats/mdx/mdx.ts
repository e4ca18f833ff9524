import type { Format } from "../format.ts";

/** Markdown with components: imports, exports, tags and expressions are no text. */
export const mdx: Format = {
  name: "mdx",
  version: 1,
  extensions: ["mdx"],
  view: "markdown",
  placement: "in-place",
  hasHidden: true,
  load: () => import("./read_mdx.ts"),
};
