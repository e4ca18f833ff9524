/** Reads the numbers in brackets with which an answer cites: `[1][2]`, `[1, 2]` and `[1–3]`. */

/** A longer list of numbers cites nothing. */
export const MARKER = /\[\s*\d{1,6}\s*(?:[,;‐‑‒–—-]\s*\d{1,6}\s*){0,63}\]/gu;

/** A longer range is not a citation, so only its ends are read. */
const MAX_RANGE_LENGTH = 100;
/** The most numbers that are cited for one place. */
const MAX_CITED = MAX_RANGE_LENGTH + 1;

/** The numbers of a marker, in its order, each once. */
export function citedNumbers(marker: string): readonly number[] {
  const numbers = new Set<number>();
  for (const part of marker.slice(1, -1).split(/[,;]/)) {
    const ends = part.split(/[‐‑‒–—-]/u).map((end) => Number(end.trim()));
    const [first, last] = [Math.min(...ends), Math.max(...ends)];
    if (ends.length < 2 || last - first > MAX_RANGE_LENGTH) ends.forEach((end) => numbers.add(end));
    else for (let number = first; number <= last; number++) numbers.add(number);
    if (numbers.size >= MAX_CITED) break;
  }
  return [...numbers].slice(0, MAX_CITED);
}

/** The numbers of several lists, each once. */
export function distinct(lists: Iterable<readonly number[]>): readonly number[] {
  const numbers = new Set<number>();
  for (const list of lists) {
    for (const number of list) numbers.add(number);
    if (numbers.size >= MAX_CITED) break;
  }
  return [...numbers].slice(0, MAX_CITED);
}
