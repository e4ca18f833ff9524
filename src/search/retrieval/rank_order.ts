/** The only order of ranked things: higher scores first, and ties by id. */

export interface Scored {
  readonly id: string;
  readonly score: number;
}

/** Compares two entries for sorting. Ids compare by UTF-16 code unit, so the order does not depend on the locale. */
export function byScoreThenId(a: Scored, b: Scored): number {
  if (a.score !== b.score) return a.score > b.score ? -1 : 1;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}
