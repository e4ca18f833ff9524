/** Makes numbers in [0, 1) that depend only on a text. FNV-1a seeds mulberry32. */
export function randomFor(text: string): () => number {
  let state = 0x811c9dc5;
  for (const character of text) state = Math.imul(state ^ character.codePointAt(0)!, 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Picks `count` of the values, in their order. */
export function chosen<T>(values: readonly T[], count: number, random: () => number): readonly T[] {
  const keys = values.map((_, at) => ({ at, key: random() })).sort((a, b) => a.key - b.key).slice(0, count);
  return keys.sort((a, b) => a.at - b.at).map(({ at }) => values[at]!);
}
