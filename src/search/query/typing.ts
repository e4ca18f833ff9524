/** A query of which the last word is still being typed. */
import type { QueryNode } from "./syntax.ts";

/**
 * The query with its last word as the beginning of a word, if nothing follows that word: no space, sign, quote or
 * parenthesis. A word that is to be left out stays whole: results would vanish that come back with the next letter.
 */
export function whileTyping(node: QueryNode, text: string): QueryNode {
  if (node.end !== text.length) return node;
  switch (node.kind) {
    case "word":
      return isLongEnough(node.text) && text.endsWith(node.text) ? { ...node, prefix: "typing" } : node;
    case "and":
    case "or": {
      const last = node.children.at(-1)!;
      return { ...node, children: [...node.children.slice(0, -1), whileTyping(last, text)] };
    }
    case "must":
    case "field":
      return { ...node, child: whileTyping(node.child, text) };
    default:
      return node;
  }
}

/** Whether a word has enough letters or digits at its end to be completed. Letters of scripts without case say more. */
function isLongEnough(word: string): boolean {
  return /[\p{L}\p{N}]{2}$|[\p{Lo}\p{M}]$/u.test(word);
}
