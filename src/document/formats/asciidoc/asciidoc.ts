import type { Format } from "../format.ts";

/** AsciiDoc, as Asciidoctor reads it. */
export const asciidoc: Format = {
  name: "asciidoc",
  version: 1,
  extensions: ["adoc", "asciidoc", "asc"],
  view: "markup",
  placement: "in-place",
  decoding: "text",
  readBy: "reader",
  includeSigns: ["include::"],
  load: async () => (await import("./read_asciidoc.ts")).reader,
};
