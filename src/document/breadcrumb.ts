const SEPARATOR = " › ";

/** Joins the titles on the way down to `Doc › Parent › Own`. Empty titles are left out. */
export function joinBreadcrumb(titles: readonly string[]): string {
  return titles.filter((title) => title !== "").join(SEPARATOR);
}

/** The breadcrumb as it is printed above a chunk's text: `> Doc › Parent › Own`. */
export function breadcrumbLine(breadcrumb: string): string {
  return `> ${breadcrumb}`;
}
