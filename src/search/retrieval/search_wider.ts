/** Asks for more candidates where some of them do not count. */

/** So many more are asked for at first. */
const SPARE = 32;
const TIMES = 4;

/** Tries with `wanted` candidates and some more, then with ever more, until `attempt` has enough of them. */
export async function searchWider<T>(
  wanted: number,
  attempt: (limit: number) => Promise<T | undefined>,
): Promise<T> {
  for (let limit = wanted + SPARE;; limit *= TIMES) {
    const found = await attempt(limit);
    if (found !== undefined) return found;
  }
}
