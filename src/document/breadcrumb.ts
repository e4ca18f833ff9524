const SEPARATOR = " › ";

/** `Doc › Parent › Own` from the titles on the way down; titles without text are left out. */
export function joinBreadcrumb(titles: readonly string[]): string {
  return titles.filter((title) => title !== "").join(SEPARATOR);
}

/** The breadcrumb as it stands above a chunk's text: `> Doc › Parent › Own`. */
export function breadcrumbLine(breadcrumb: string): string {
  return `> ${breadcrumb}`;
}
