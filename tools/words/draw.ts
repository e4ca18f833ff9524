import { randomFor } from "../relevance/random.ts";

/** Orders the values by chance. The same values and seed always give the same order. */
export function shuffled<T>(values: readonly T[], seed: string): readonly T[] {
  const random = randomFor(seed);
  return values.map((value) => ({ value, key: random() })).sort((a, b) => a.key - b.key).map(({ value }) => value);
}

/**
 * Takes one value of each group in turn until there are `count`, or no more. So a group that runs out leaves its share
 * to the others.
 */
export function drawEvenly<T>(groups: readonly (readonly T[])[], count: number): readonly T[] {
  const longest = Math.max(0, ...groups.map(({ length }) => length));
  const drawn: T[] = [];
  for (let round = 0; round < longest && drawn.length < count; round++) {
    for (const group of groups) {
      if (round < group.length && drawn.length < count) drawn.push(group[round]!);
    }
  }
  return drawn;
}
