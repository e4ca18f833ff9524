import { shortenMiddle } from "../text/shorten.ts";

/** Bytes of a breadcrumb. The middle of a longer one is left out. */
const MAX_BREADCRUMB_LENGTH = 2048;
const SEPARATOR = " › ";

/** Joins the titles on the way down to `Doc › Parent › Own`. Empty titles are left out. A very long one is cut. */
export function joinBreadcrumb(titles: readonly string[]): string {
  return shortenMiddle(titles.filter((title) => title !== "").join(SEPARATOR), MAX_BREADCRUMB_LENGTH);
}

/** The breadcrumb as it is printed above a chunk's text: `> Doc › Parent › Own`. */
export function breadcrumbLine(breadcrumb: string): string {
  return `> ${breadcrumb}`;
}
