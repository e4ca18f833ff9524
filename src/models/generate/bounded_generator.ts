/** A language model within what a client asks: fewer tokens, and an end where certain words come. */
import { RaError } from "../../errors.ts";
import type { Generation, Generator } from "./generator.ts";
import type { Generators } from "./open_generators.ts";

/** What a client asks of the length of an answer. */
export interface AnswerBounds {
  /** At most as many tokens as the configuration says. */
  readonly maxTokens?: number | undefined;
  /** The answer ends before the first of them. None is empty. */
  readonly stop?: readonly string[] | undefined;
}

export function boundedGenerators(generators: Generators, bounds: AnswerBounds | undefined): Generators {
  const { generator, fallback } = generators;
  if (bounds === undefined || (bounds.maxTokens === undefined && (bounds.stop ?? []).length === 0)) return generators;
  return {
    generator: generator && bounded(generator, bounds),
    fallback: fallback && (async (why) => {
      const local = await fallback(why);
      return local && bounded(local, bounds);
    }),
  };
}

/** ra itself looks for the words, because not all services do. */
function bounded(model: Generator, { maxTokens, stop = [] }: AnswerBounds): Generator {
  return {
    ...model,
    close: () => model.close(),
    async generate(prompt, options) {
      if (stop.length === 0) return await model.generate(prompt, { ...options, maxTokens });
      const { signal, onText } = options;
      // Where nobody follows the text, all of it is searched for thoughts first.
      if (onText === undefined) return stopped(await model.generate(prompt, { ...options, maxTokens }), stop);
      const found = new AbortController();
      const text = createStoppedText(stop);
      const say = (piece: string): void => {
        if (piece !== "") onText(piece);
      };
      try {
        const made = await model.generate(prompt, {
          ...options,
          maxTokens,
          signal: signal === undefined ? found.signal : AbortSignal.any([signal, found.signal]),
          onText(piece) {
            say(text.push(piece));
            if (text.isStopped()) found.abort();
          },
        });
        if (made === "too-long") return made;
        if (text.isStopped()) return { ...made, text: text.whole(), finish: "stop" };
        say(text.end());
        return made;
      } catch (error) {
        const isOurs = text.isStopped() && signal?.aborted !== true;
        if (!isOurs || !(error instanceof RaError) || error.code !== "interrupted") throw error;
        return { text: text.whole(), finish: "stop", tokens: { input: null, output: null } };
      }
    },
  };
}

/** What a model made as a whole, up to the first of the words. */
function stopped(made: Generation | "too-long", stop: readonly string[]): Generation | "too-long" {
  if (made === "too-long") return made;
  const text = createStoppedText(stop);
  const kept = text.push(made.text);
  return text.isStopped() ? { ...made, text: kept, finish: "stop" } : made;
}

/** A text in pieces, which ends before the first of the words. */
function createStoppedText(stop: readonly string[]) {
  const longest = Math.max(...stop.map(({ length }) => length));
  let said = "";
  let held = "";
  let isStopped = false;
  const give = (end: number): string => {
    const piece = held.slice(0, end);
    held = held.slice(end);
    said += piece;
    return piece;
  };
  return {
    /** What certainly stands before them, and was not returned before. */
    push(piece: string): string {
      if (isStopped) return "";
      held += piece;
      const places = stop.map((word) => held.indexOf(word)).filter((at) => at >= 0);
      isStopped = places.length > 0;
      const open = Math.max(0, held.length - longest + 1);
      // No piece ends within a letter.
      return give(isStopped ? Math.min(...places) : isHighSurrogate(held, open - 1) ? open - 1 : open);
    },
    end: () => give(held.length),
    isStopped: () => isStopped,
    whole: () => said,
  };
}

function isHighSurrogate(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xd800;
}
