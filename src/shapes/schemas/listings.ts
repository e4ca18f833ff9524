/** What `ra ls` lists. `npm run build:shapes` makes types and JSON Schemas from it. */
import { z } from "zod";
import { count, fromOne, moment, text, texts } from "./parts.ts";
import { ChunkRecord } from "./search.ts";

export const DocumentReport = z.strictObject({
  id: text,
  tree: text,
  path: text.describe("path relative to the tree, with `/`"),
  title: text,
  tags: texts,
  chunks: count,
  bytes: count.describe("size of the file"),
  modified: moment.describe("when the file was changed, ISO 8601, UTC"),
  position: fromOne.describe(
    "its place among the documents of its tree, from 1: in the order of the site's navigation, then by path",
  ),
  section: texts.describe("the titles of the parts and folders around it in the navigation, from the outermost on"),
}).describe("A document.");

export const ChunkReport = ChunkRecord;

export const TagReport = z.strictObject({
  tag: text,
  documents: fromOne.describe("how many documents have it"),
}).describe("A tag.");
