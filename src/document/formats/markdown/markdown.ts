import type { Format } from "../format.ts";

/** CommonMark with frontmatter. */
export const markdown: Format = {
  name: "markdown",
  version: 3,
  extensions: ["md", "markdown"],
  view: "markdown",
  placement: "in-place",
  decoding: "text",
  readBy: "core",
  dialect: "markdown",
  load: () => import("./read_markdown.ts"),
};
