/** The syntax that the oracle reads: micromark with the extensions of others. */
import type { Options } from "micromark";
import { directive } from "micromark-extension-directive";
import { frontmatter } from "micromark-extension-frontmatter";
import { gfm } from "micromark-extension-gfm";
import { mdxjs } from "micromark-extension-mdxjs";

/** How a page is read beyond CommonMark and GFM. */
export interface PageDialect {
  readonly mdx: boolean;
  /** Whether the page lies in an Obsidian vault, where `%%` begins a comment. */
  readonly vault: boolean;
}

type SyntaxExtensions = NonNullable<Options["extensions"]>;

const MARKDOWN: SyntaxExtensions = [gfm(), directive(), frontmatter(["yaml", "toml"])];
const MDX: SyntaxExtensions = [...MARKDOWN, mdxjs()];

export function syntaxOf({ mdx }: PageDialect): SyntaxExtensions {
  return mdx ? MDX : MARKDOWN;
}
