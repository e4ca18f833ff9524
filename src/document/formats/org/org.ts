import type { Format } from "../format.ts";

/** Org, as Emacs exports it. */
export const org: Format = {
  name: "org",
  version: 1,
  extensions: ["org"],
  view: "markup",
  placement: "in-place",
  decoding: "text",
  readBy: "reader",
  includeSigns: ["#+include:", "#+INCLUDE:", "#+Include:"],
  load: async () => (await import("./read_org.ts")).reader,
};
