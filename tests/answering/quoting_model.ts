/** A scripted model that answers as it was told to: it quotes the first passages, and cites each one. */
import { type Reply, streams } from "./scripted_endpoint.ts";

interface PromptPassage {
  readonly number: string;
  readonly text: string;
}

const PASSAGE = /^----- passage \[(\d+)\] (\w+) -----.*\n([\s\S]*?)\n----- end of passage \[\1\] \2 -----$/gmu;

export function passagesIn(prompt: string): readonly PromptPassage[] {
  return [...prompt.matchAll(PASSAGE)].map(({ 1: number, 3: text }) => ({ number: number!, text: text! }));
}

/** Of each of the first `most` passages, a sentence without quotation marks. Without passages it says so. */
export const quotes = (most = 3): Reply => (response, asked) => {
  const prompt = asked.body.messages!.at(-1)!.content;
  const pieces = passagesIn(prompt).slice(0, most).flatMap(({ number, text }) => {
    const sentence = /^[A-Z][^\n"“”«»|`*_[\]]{20,}?[.](?=\s|$)/mu.exec(text)?.[0];
    return sentence === undefined ? [] : [`The documents say “${sentence}” [${number}].\n\n`];
  });
  return streams(pieces.length === 0 ? ["I cannot say."] : pieces)(response, asked);
};
