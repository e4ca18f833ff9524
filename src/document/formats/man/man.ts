import type { Format } from "../format.ts";
import { beginsPage } from "./begins_page.ts";

/** Pages of manuals, in the macros of man and of mdoc. Their extensions name a section, so their first lines tell. */
export const man: Format = {
  name: "man",
  version: 1,
  extensions: [],
  told: {
    names: /[^/.][^/]*\.[1-9][a-z]{0,8}$/i,
    globs: ["**/*.[1-9]", "**/*.[1-9][a-z]*"],
    begins: beginsPage,
    reason: "does not begin like a manual page",
  },
  view: "markup",
  placement: "in-place",
  decoding: "text",
  readBy: "reader",
  load: async () => (await import("./read_man.ts")).reader,
};
