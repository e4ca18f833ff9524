/** The earlier turns of a conversation. The numbers that their answers cite belong to the passages of those turns. */
import { createPause } from "../citations/pauses.ts";
import { readAnswer } from "../citations/sentences.ts";

export interface Turn {
  readonly question: string;
  readonly answer: string;
  /** The ids of the passages that the answer cites, in the order of their numbers; absent where nobody knows them. */
  readonly citations?: readonly string[];
  /** The numbers that these have in the answer; absent in what older versions kept. */
  readonly numbers?: readonly number[] | undefined;
}

/** A turn as a prompt holds it. */
export interface EarlierTurn {
  readonly question: string;
  /** Text, and between it the ids of what is cited there. */
  readonly parts: readonly (string | readonly string[])[];
}

/** Where the link of `[1](guide.md)` leads, which the number alone says. */
const TARGET = /\((?:[^\s()]|\([^\s()]*\))*(?:\s+(?:"[^"]*"|'[^']*'))?\)/uy;

/** Finds the citations of the answers. */
export async function readTurns(turns: readonly Turn[]): Promise<readonly EarlierTurn[]> {
  const pause = createPause();
  const read: EarlierTurn[] = [];
  for (const { question, answer, citations: ids = [], numbers: known = [] } of turns) {
    const places = known.map((number, at) => ({ number, path: pathOf(ids[at]!), url: null }));
    const { markers } = await readAnswer(answer, pause, places);
    // Numbers that no passage had are higher than the others, or zero.
    const numbers = known.length > 0 ? known : [...new Set(markers.flatMap((marker) => marker.numbers))]
      .filter((number) => number > 0).sort((a, b) => a - b);
    const idOf = new Map(numbers.map((number, at) => [number, ids[at]]));
    const parts: EarlierTurn["parts"][number][] = [];
    let from = 0;
    for (const { numbers: cited, start, end } of markers.toSorted((a, b) => a.start - b.start)) {
      parts.push(answer.slice(from, Math.max(from, start)), cited.flatMap((number) => idOf.get(number) ?? []));
      from = Math.max(from, end);
      TARGET.lastIndex = from;
      from += TARGET.exec(answer)?.[0].length ?? 0;
    }
    read.push({ question, parts: [...parts, answer.slice(from)] });
  }
  return read;
}

/** `docs:guide/install.md#linux` has the path `guide/install.md`. */
function pathOf(id: string): string {
  return id.replace(/^[^:]*:/u, "").replace(/#.*$/u, "");
}

/** The answer with the numbers that its passages have now. What has none is not cited. */
export function answerIn({ parts }: EarlierTurn, numbers: ReadonlyMap<string, number>): string {
  let text = "";
  for (const part of parts) {
    if (typeof part === "string") text += part;
    else {
      const now = [...new Set(part.flatMap((id) => numbers.get(id) ?? []))];
      text = now.length === 0 ? text.replace(/[ \t]$/, "") : text + now.map((number) => `[${number}]`).join("");
    }
  }
  return text;
}
