/** Turns the tree of a document into HTML that is safe to insert. */
import { toHtml } from "hast-util-to-html";
import { allowedTree } from "./allowed_elements.ts";
import { highlightCode } from "./highlight_code.ts";
import { pageTree, type PageTreeOptions, type TreeNode } from "./page_tree.ts";

export interface RenderOptions extends PageTreeOptions {
  /** The title above the text. A first heading that repeats it is left out. */
  readonly title?: string | undefined;
}

/**
 * Colours code, rewrites links and images, and removes everything that is not allowed. The removal comes last, so that
 * it also covers what the earlier steps make.
 */
export async function treeAsHtml(tree: TreeNode, options: RenderOptions): Promise<string> {
  await highlightCode(tree);
  return toHtml(allowedTree(await pageTree(tree, options)), { characterReferences: { useNamedReferences: true } });
}
