/** The earlier turns of a conversation. The numbers that their answers cite belong to the passages of those turns. */
import { createPause } from "../citations/pauses.ts";
import { readAnswer } from "../citations/sentences.ts";

export interface Turn {
  readonly question: string;
  readonly answer: string;
  /** The ids of the passages that the answer cites, in the order of their numbers; absent where nobody knows them. */
  readonly citations?: readonly string[];
}

/** A turn as a prompt holds it. */
export interface EarlierTurn {
  readonly question: string;
  /** Text, and between it the ids of what is cited there. */
  readonly parts: readonly (string | readonly string[])[];
}

/** Finds the citations of the answers. */
export async function readTurns(turns: readonly Turn[]): Promise<readonly EarlierTurn[]> {
  const pause = createPause();
  const read: EarlierTurn[] = [];
  for (const { question, answer, citations: ids = [] } of turns) {
    const { markers } = await readAnswer(answer, pause);
    // Numbers that no passage had are higher than the others, or zero.
    const numbers = [...new Set(markers.flatMap((marker) => marker.numbers))].filter((number) => number > 0)
      .sort((a, b) => a - b);
    const idOf = new Map(numbers.map((number, at) => [number, ids[at]]));
    const parts: EarlierTurn["parts"][number][] = [];
    let from = 0;
    for (const { numbers: cited, start, end } of markers.toSorted((a, b) => a.start - b.start)) {
      parts.push(answer.slice(from, Math.max(from, start)), cited.flatMap((number) => idOf.get(number) ?? []));
      from = Math.max(from, end);
    }
    read.push({ question, parts: [...parts, answer.slice(from)] });
  }
  return read;
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
