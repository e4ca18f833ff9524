/** The one order of ranked things: higher score first, ties by id. */

export interface Scored {
  readonly id: string;
  readonly score: number;
}

/** Compares for sorting; ids by UTF-16 code unit, so that no locale shows. */
export function byScoreThenId(a: Scored, b: Scored): number {
  if (a.score !== b.score) return a.score > b.score ? -1 : 1;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}
