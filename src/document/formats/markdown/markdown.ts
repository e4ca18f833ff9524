import type { Format } from "../format.ts";

/** CommonMark with YAML frontmatter. */
export const markdown: Format = {
  name: "markdown",
  version: 1,
  extensions: ["md", "markdown"],
  view: "markdown",
  placement: "in-place",
  decoding: "text",
  readBy: "core",
  load: () => import("./read_markdown.ts"),
};
