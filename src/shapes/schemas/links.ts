/** Where links lead. `npm run build:shapes` makes types and JSON Schemas from it. */
import { z } from "zod";
import { fromOne, text, texts } from "./parts.ts";

export const FoundPlace = z.strictObject({
  document: z.enum([
    ...[
      "own",
      "path",
      "site",
      "base-url",
      "repository",
      "stated",
      "name",
      "title",
      "other-case",
      "path-end",
      "label",
    ] as const,
  ])
    .describe(
      "how its document was found: it is the one with the link; by the path of its file, a path from the root of its " +
        "site, an address below `base_url` or of its repository, what its frontmatter states, its name, its title or " +
        "alias, a path in another case, the end of its path alone, or a label",
    ),
  section: z.enum(["id", "anchor", "title", "numbered", "line"]).nullable().describe(
    "how its section was found: by its id or an anchor, its title, its number among headings of the same text, or a " +
      "line; `null` for a whole document",
  ),
  sure: z.boolean().describe("whether nothing else can be meant"),
  line: fromOne.optional().describe("the line of the place, where that is within the section"),
}).describe("How a place was found.");

export const ResolvedFrom = FoundPlace.extend({ from: text.describe("what was asked for") })
  .describe("How `get` found a passage that was not named by its id.");

export const LinkTarget = FoundPlace.extend({
  id: text.describe("the section or document that it leads to"),
  missing: text.nullable().describe("the section or line that the document does not have; `id` is then the document"),
  others: texts.describe("ids of other places that fit as well"),
}).describe("Where a link leads.");

const linkAsWritten = z.strictObject({
  text: text.describe("what a reader clicks on"),
  destination: text.describe("as the document writes it"),
  line: fromOne.describe("the line of its file on which the link begins"),
});

export const DocumentLink = linkAsWritten.extend({
  id: text.describe("the section or document that it leads to"),
  sure: z.boolean().describe("whether nothing else can be meant"),
}).describe("A link of a document.");

export const Backlink = linkAsWritten.extend({
  id: text.describe("the section with the link"),
  tree: text.describe("the tree of its document"),
  path: text.describe("the path of its document in that tree"),
  file: text.optional().describe("path of its file from the working directory; only in JSON"),
  to: text.describe("the section or document that it leads to"),
  missing: text.optional().describe("the section or line that it names and that the document does not have"),
  sure: z.boolean().describe("whether nothing else can be meant"),
}).describe("A link of another document.");

export const PassageLink = Backlink.partial().required({ id: true, text: true }).describe(
  "A link of a passage, or to it: with the keys of `ra links`; in MCP, `id` and `text` alone.",
);

export const BrokenLink = linkAsWritten.extend({
  id: text.nullable().describe("the document without the section or line that it names; `null` where no document fits"),
  missing: text.describe("the document, section or line that is not there"),
}).describe("A link that leads nowhere.");

export const LinksReport = z.strictObject({
  id: text.describe("the document or section that was asked about"),
  links: z.array(DocumentLink).describe("its links to documents and sections, in the order of the text"),
  backlinks: z.array(Backlink).describe("the links of other documents to it, by path and line"),
  broken: z.array(BrokenLink).describe("its links that lead nowhere"),
  documents_not_read: fromOne.optional().describe("how many documents may link to it too, and were not read for them"),
}).describe("What a document or section links to, and what links to it.");
