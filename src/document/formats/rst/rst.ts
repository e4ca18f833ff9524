import type { Format } from "../format.ts";

/** reStructuredText, as docutils and Sphinx read it. */
export const rst: Format = {
  name: "rst",
  version: 1,
  extensions: ["rst", "rest"],
  view: "markup",
  placement: "in-place",
  decoding: "text",
  readBy: "reader",
  includeSigns: ["include::"],
  load: async () => (await import("./read_rst.ts")).reader,
};
