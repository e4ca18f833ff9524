/** Comments on slides, of both kinds that PowerPoint has written. */
import { type Archive, escapeHtml } from "./archive.ts";
import { type Relation, relations } from "./archive_relations.ts";
import { childOf, nodesIn, outermostNamed, textIn, type XmlNode } from "./xml_tree.ts";

/** What a comment of a slide says, with its author and in order. */
export type Comments = (links: ReadonlyMap<string, Relation>) => string;

/** `path` is that of the presentation. */
export function readComments(archive: Archive, path: string): Comments {
  const authors = new Map<string, string>();
  for (const { type, target } of relations(archive, path).values()) {
    if (!/\/(?:commentAuthors|authors)$/.test(type)) continue;
    const root = archive.xml(target);
    for (const { attributes } of outermostNamed(root, "p:cmAuthor", "p188:author")) {
      authors.set(attributes["id"] ?? "", attributes["name"]?.trim() ?? "");
    }
  }
  const comment = (node: XmlNode): string => {
    const author = authors.get(node.attributes["authorId"] ?? "") ?? "";
    const text = escapeHtml(commentText(node));
    const replies = nodesIn(childOf(node, "p188:replyLst")).map(comment).join("");
    return (text === "" ? "" : `<p>Comment${author === "" ? "" : ` by ${escapeHtml(author)}`}: ${text}</p>`) + replies;
  };
  return (links) =>
    [...links.values()].filter(({ type }) => type.endsWith("/comments"))
      .flatMap(({ target }) => outermostNamed(archive.xml(target), "p:cm", "p188:cm")).map(comment).join("");
}

function commentText(node: XmlNode): string {
  const old = childOf(node, "p:text");
  if (old !== undefined) return textIn(old).trim();
  return outermostNamed(childOf(node, "p188:txBody"), "a:p")
    .map((paragraph) => outermostNamed(paragraph, "a:t").map(textIn).join("")).join(" ").trim();
}
