/** How the letters of the fonts of a PDF look, by their names and flags. */
import type { FontLook } from "./pdf_items.ts";
import type { PdfPage } from "./pdf_outline.ts";

const BOLD = /bold|black|heavy|semibd|demi(?!a)|(?:^|[-,+])cmbx|cmssbx|sfbx|sfb[xo]|lmroman\d+-bold/i;
const MONOSPACED =
  /mono|courier|consol|typewriter|menlo|monaco|inconsol|cmtt|cmsltt|cmitt|cmtex|sftt|sltt|lmtt|fixed|teletype|terminal|nimbusmon|source ?code|fira ?code|lettergothic|andale|cousine/i;

/** Looks at the fonts that are not in `looks` yet. The page's list of operators has to be read before. */
export function lookAtFonts(
  page: PdfPage,
  styles: Readonly<Record<string, { readonly fontFamily?: string }>>,
  looks: Map<string, FontLook>,
): void {
  for (const [name, { fontFamily = "" }] of Object.entries(styles)) {
    if (looks.has(name)) continue;
    const own = fontName(page, name);
    looks.set(name, {
      isBold: BOLD.test(own),
      isMonospaced: MONOSPACED.test(own) || fontFamily === "monospace",
    });
  }
}

function fontName(page: PdfPage, name: string): string {
  try {
    const font: unknown = page.commonObjs.has(name) ? page.commonObjs.get(name) : undefined;
    return typeof (font as { name?: unknown } | undefined)?.name === "string" ? (font as { name: string }).name : "";
  } catch {
    return "";
  }
}
