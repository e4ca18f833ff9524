import type { Format } from "../format.ts";

/** Plain text, and every file whose extension belongs to no other format. */
export const text: Format = {
  name: "text",
  version: 2,
  extensions: ["txt"],
  view: "text",
  placement: "in-place",
  decoding: "text",
  readBy: "reader",
  load: async () => (await import("./read_text.ts")).reader,
};
