/** `[[test]]` */
import { type KeyGroup, MAX_RESULTS } from "./key.ts";

export const TEST: KeyGroup = {
  sections: [
    {
      path: "test.*",
      list: true,
      meaning: "Golden queries for `ra test`, one table each. ra runs the queries of all configuration files.",
    },
  ],
  keys: [
    { path: "test.*.query", type: "string", required: true, meaning: "The query, as for `ra search`." },
    {
      path: "test.*.expect",
      type: "one or more",
      required: true,
      meaning:
        "What the query must find: the id of a section or document, or a path. Any part of the document satisfies a path. The query must find every item of a list.",
    },
    {
      path: "test.*.within",
      type: "integer",
      default: 3,
      min: 1,
      max: MAX_RESULTS,
      meaning: "Each expected item must be among this many first results.",
    },
  ],
};
