/** Which words are lost, left out, doubled, or shown though they are hidden. */
import type { Compared, Fault, Part } from "./labels.ts";
import { counted, visible, wordsOf } from "./shown_words.ts";

/** `tokens` are those of the text. */
export function wordFaults({ labels, document }: Compared, tokens: readonly string[]): readonly Fault[] {
  const [shown, listed] = [
    counted(tokens),
    counted(document.omitted.flatMap(({ lines }) => lines.flatMap((line) => wordsOf(visible(line))))),
  ];
  return [...missing(labels.parts, shown, listed), ...labels.parts.flatMap((part) => [...surplus(part, shown)])];
}

function* missing(
  parts: readonly Part[],
  shown: ReadonlyMap<string, number>,
  listed: ReadonlyMap<string, number>,
): Generator<Fault> {
  const wanted = new Map<string, { required: number; optional: number; construct: string }>();
  for (const { construct, words, optional } of parts) {
    for (const [name, counts] of [["required", words], ["optional", optional]] as const) {
      for (const [word, count] of Object.entries(counts)) {
        const sum = wanted.get(word) ?? { required: 0, optional: 0, construct };
        sum[name] += count;
        wanted.set(word, sum);
      }
    }
  }
  for (const [word, { required, optional, construct }] of wanted) {
    const [inText, inList] = [shown.get(word) ?? 0, listed.get(word) ?? 0];
    const short = Math.max(0, required - inText);
    const leftOut = Math.min(short, inList);
    const spare = Math.max(0, inText - required) + inList - leftOut;
    const times = (kind: Fault["kind"], count: number): readonly Fault[] =>
      Array.from({ length: count }, () => ({ kind, construct, what: word }));
    yield* times("lost", short - leftOut);
    yield* times("left out", leftOut);
    yield* times("unlisted", Math.max(0, optional - spare));
  }
}

function* surplus({ construct, once, hidden }: Part, shown: ReadonlyMap<string, number>): Generator<Fault> {
  for (const word of once) if ((shown.get(word) ?? 0) > 1) yield { kind: "doubled", construct, what: word };
  for (const word of hidden) if (shown.has(word)) yield { kind: "hidden shown", construct, what: word };
}
