/** Draws some of many. */
export function drawn<T>(all: readonly T[], most: number, random: () => number): readonly T[] {
  const left = [...all];
  return Array.from(
    { length: Math.min(most, left.length) },
    () => left.splice(Math.floor(random() * left.length), 1)[0]!,
  );
}
