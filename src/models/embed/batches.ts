/** Divides texts into batches for a model. */

/**
 * The most characters of a batch for a processor, about as many word pieces as the model takes together. More are no
 * faster, and the thread would hear of nothing else for longer.
 */
const BATCH_CHARACTERS = 1_200;

/**
 * The places of the texts in batches, from the longest texts to the shortest. The texts of a batch are about equally
 * long, and the threads end at about the same time.
 */
export function cutBatches(
  texts: readonly string[],
  mostTexts: number,
  mostCharacters: number = BATCH_CHARACTERS,
): readonly (readonly number[])[] {
  const places = texts.map((_, place) => place).sort((a, b) => texts[b]!.length - texts[a]!.length || a - b);
  const batches: number[][] = [];
  let characters = 0;
  for (const place of places) {
    const { length } = texts[place]!;
    const last = batches.at(-1);
    characters += length;
    if (last === undefined || last.length >= mostTexts || characters > mostCharacters) {
      batches.push([place]);
      characters = length;
    } else {
      last.push(place);
    }
  }
  return batches;
}
