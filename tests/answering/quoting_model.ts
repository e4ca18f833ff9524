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

/** A whole sentence, or any words in a row, without the signs of quotations and of Markdown. */
const PLAIN = [/^[A-Z][^\n"“”«»|`*_[\]]{20,}?[.](?=\s|$)/mu, /[A-Za-z][^\n"“”«»|`*_[\]()]{15,}/u];

/** Of each of the first `most` passages, some words. Without passages it says so. */
export const quotes = (most = 3): Reply => (response, asked) => {
  const prompt = asked.body.messages!.at(-1)!.content;
  const pieces = passagesIn(prompt).slice(0, most).flatMap(({ number, text }) => {
    const sentence = PLAIN.map((pattern) => pattern.exec(text)?.[0].trim()).find((found) => found !== undefined);
    return sentence === undefined ? [] : [`The documents say “${sentence}” [${number}].\n\n`];
  });
  return streams(pieces.length === 0 ? ["I cannot say."] : pieces)(response, asked);
};
