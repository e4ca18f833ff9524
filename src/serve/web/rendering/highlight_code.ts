/** Colours code blocks with the grammars that `ra context` uses for source files. */
import { raw } from "hast-util-raw";
import { toString } from "mdast-util-to-string";
import { loadLanguage } from "../../../context/grammars.ts";
import { cutAtLongLines, isSlow } from "../../../context/long_runs.ts";
import { contentOf, type TreeElement, type TreeNode } from "./page_tree.ts";

/** The most characters of a block. Colouring a longer one takes too long. */
const MAX_LENGTH = 40_000;

/**
 * Colours each block that names its language. A block stays as it is if its language is unknown or its grammar fails.
 */
export async function highlightCode(tree: TreeNode): Promise<void> {
  await Promise.all(codeElements(tree).map(highlight));
}

function codeElements(node: TreeNode): readonly TreeElement[] {
  if (node.type === "element" && node.tagName === "code") return [node];
  return "children" in node ? node.children.flatMap(codeElements) : [];
}

async function highlight(code: TreeElement): Promise<void> {
  const name = languageOf(code);
  code.properties = {};
  const text = toString(code);
  if (name === undefined || text.length > MAX_LENGTH) return;
  if (cutAtLongLines(text).some(({ isLong }) => isLong)) return;
  const grammar = await loadLanguage(name.toLowerCase());
  if (grammar === undefined || isSlow(text, grammar.name)) return;
  try {
    const { value } = grammar.highlighter.highlight(text, { language: grammar.name, ignoreIllegals: true });
    code.children = contentOf(raw({ type: "raw", value }));
    code.properties = { className: [grammar.name] };
  } catch {
    // A grammar that fails on this text colours nothing.
  }
}

/** Reads `language-rust`, the class of a fenced block in Markdown and in the HTML of many programs. */
function languageOf({ properties: { className } }: TreeElement): string | undefined {
  for (const name of className ?? []) {
    const language = /^language-([\w#+.-]{1,30})$/.exec(name)?.[1];
    if (language !== undefined) return language;
  }
  return undefined;
}
