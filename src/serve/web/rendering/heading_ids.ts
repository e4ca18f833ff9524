/**
 * Removes `{#id}` from the end of headings. It is an id and not a part of the title (docs/chunking.md, "Ids and
 * slugs").
 */
import type { fromMarkdown } from "mdast-util-from-markdown";

type Markdown = ReturnType<typeof fromMarkdown>;
type MdastNode = Markdown | Markdown["children"][number];

// A run of spaces is tried once, from its start.
const BRACES = /(?<!\s)\s*(?<!\\)\{([^{}\n]*)\}$/;

/** Takes the ids out of all headings. `markdown` is the text of the tree. */
export function dropHeadingIds(node: MdastNode, markdown: string): void {
  if (node.type !== "heading") {
    if (node.type === "root" || node.type === "blockquote") {
      for (const child of node.children) dropHeadingIds(child, markdown);
    }
    return;
  }
  const last = node.children.at(-1);
  if (last?.type !== "text") return;
  // An escaped brace is text, and only the source shows the escape.
  const written = markdown.slice(last.position?.start.offset, last.position?.end.offset);
  const attributes = BRACES.exec(written)?.[1];
  if (attributes === undefined || !holdsId(attributes)) return;
  last.value = last.value.replace(BRACES, "");
}

/** One id, and any number of classes. */
function holdsId(attributes: string): boolean {
  const parts = attributes.split(/\s+/).filter((part) => part !== "");
  const others = parts.filter((part) => !/^#./.test(part));
  return others.length === parts.length - 1 && others.every((part) => /^\.[\p{Alphabetic}_-]/u.test(part));
}
