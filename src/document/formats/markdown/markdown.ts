import type { Format } from "../format.ts";

/** CommonMark with frontmatter. */
export const markdown: Format = {
  name: "markdown",
  version: 2,
  extensions: ["md", "markdown"],
  view: "markdown",
  placement: "in-place",
  decoding: "text",
  readBy: "core",
  load: () => import("./read_markdown.ts"),
};
