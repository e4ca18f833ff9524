/** From a document's tree to HTML that is safe to insert. */
import { toHtml } from "hast-util-to-html";
import { allowedTree } from "./allowed_elements.ts";
import { highlightCode } from "./highlight_code.ts";
import { pageTree, type PageTreeOptions, type TreeNode } from "./page_tree.ts";

export interface RenderOptions extends PageTreeOptions {
  /** A first heading that says just this is left out. */
  readonly title?: string;
}

/**
 * Scripts, event handlers and `javascript:` links are gone, images of other origins are links, code is coloured. The
 * allow-list comes last, so nothing that the steps before it make can get around it.
 */
export async function treeAsHtml(tree: TreeNode, options: RenderOptions): Promise<string> {
  await highlightCode(tree);
  return toHtml(allowedTree(pageTree(tree, options)), { characterReferences: { useNamedReferences: true } });
}
