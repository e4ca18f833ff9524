/**
 * Says what a reader of a rendered Markdown page sees: the oracle for what ra indexes. It knows nothing of how ra reads
 * Markdown. micromark and parse5 do the reading, and small rules before them the dialects.
 */
import { withoutBodyIndents } from "./admonition_bodies.ts";
import { applyDialect } from "./dialect_edits.ts";
import { htmlText } from "./html_text.ts";
import { hideOptional, showOptional, withoutMarks } from "./optional.ts";
import { pageHtml } from "./page_html.ts";
import { findPlaces } from "./places.ts";
import type { PageDialect } from "./syntax.ts";

/**
 * The texts of a page as different programs show it. Words in all readings must be indexed, and no word that is in none
 * may be.
 */
export type VisiblePage = { readonly readings: readonly string[] } | {
  readonly readings: null;
  readonly reason: string;
};

/** Returns the texts of the page, or a reason why it does not render. */
export function visiblePage(text: string, dialect: PageDialect): VisiblePage {
  try {
    const page = withoutMarks(normalized(text));
    const moved = dialect.mdx ? page : withoutBodyIndents(page, dialect);
    const pages = moved === page ? [page] : [moved, page];
    return {
      readings: pages.flatMap((each) => {
        const shown = htmlText(pageHtml(applyDialect(each, dialect), dialect));
        return [hideOptional(shown), showOptional(shown)].map(withoutInvisible);
      }),
    };
  } catch (error) {
    return { readings: null, reason: error instanceof Error ? error.message : String(error) };
  }
}

/** Returns the offset after the frontmatter of the page; 0 without one. */
export function frontmatterEnd(text: string): number {
  const mark = text.startsWith("\uFEFF") ? 1 : 0;
  const front = /^(---|\+\+\+)[ \t]*\r?\n(?:[^]*?\n)??\1[ \t]*(?:\r?\n|$)/.exec(text.slice(mark))?.[0] ?? "";
  // The frontmatter alone is quick to read, and nothing after it can throw.
  return front === "" ? 0 : mark + findPlaces(front, { mdx: false, vault: false }).bodyStart;
}

function normalized(text: string): string {
  return text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
}

/** The soft hyphen, spaces and joiners without a width, marks of direction, and variation selectors. */
const INVISIBLE = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]|\p{VS}/gu;

function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, "");
}
