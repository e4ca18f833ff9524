import type { Format } from "../format.ts";

/** CommonMark with frontmatter, and what Quarto, R Markdown, MyST, Markdoc and MDC add to it. */
export const markdown: Format = {
  name: "markdown",
  version: 3,
  extensions: [
    "md",
    "markdown",
    "mkd",
    "mkdn",
    "mdown",
    "mdwn",
    "markdn",
    "qmd",
    "rmd",
    "rmarkdown",
    "markdoc",
    "mdoc",
    "mdc",
  ],
  view: "markdown",
  placement: "in-place",
  decoding: "text",
  readBy: "core",
  dialect: "markdown",
  load: () => import("./read_markdown.ts"),
};
