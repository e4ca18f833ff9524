/** Tells whether quotations stand in passages. */
import type { NumberedPassage } from "../passage.ts";
import type { Pause } from "./pauses.ts";
import { readMarkdown, textIn } from "./read_markdown.ts";

export interface QuotedPassages {
  /**
   * Whether the words stand in the text of one of the passages, in this order. Omissions (`…`) may lie between them.
   * `undefined`: too much has been looked for already.
   */
  have(quotation: string, numbers: readonly number[]): Promise<boolean | undefined>;
}

/** The most work for an answer: characters of passages that are gone through. */
const MAX_WORK = 200_000_000;
/** So many characters of a quotation cost as much as one of them. */
const AT_ONCE = 64;
/** What pauses count as one. */
const PER_PAUSE = 10_000;

export function createQuotedPassages(passages: readonly NumberedPassage[], pause: Pause): QuotedPassages {
  const texts = new Map(passages.map(({ number, text }) => [number, text]));
  const forms = { written: new Map<number, string>(), read: new Map<number, string>() };
  let work = 0;
  const written = (number: number, text: string): string => kept(forms.written, number, () => normalized(text));
  const read = async (number: number, text: string): Promise<string> => {
    const known = forms.read.get(number);
    if (known !== undefined) return known;
    const { nodes } = await readMarkdown(text, pause, "commonmark");
    return kept(forms.read, number, () => normalized(textIn(nodes)));
  };
  return {
    async have(quotation, numbers) {
      const parts = quotation.split(OMISSION).map(normalized).filter((part) => part !== "");
      if (parts.length === 0) return true;
      const cost = 1 + quotation.length / AT_ONCE;
      for (const formOf of [written, read]) {
        for (const number of numbers) {
          const text = texts.get(number);
          if (text === undefined) continue;
          if (work > MAX_WORK) return undefined;
          work += cost * text.length;
          await pause((cost * text.length) / PER_PAUSE);
          if (hasInOrder(await formOf(number, text), parts)) return true;
        }
      }
      return false;
    },
  };
}

function kept(forms: Map<number, string>, number: number, make: () => string): string {
  const form = forms.get(number) ?? make();
  forms.set(number, form);
  return form;
}

function hasInOrder(text: string, parts: readonly string[]): boolean {
  let from = 0;
  for (const part of parts) {
    const at = text.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return true;
}

const OMISSION = /(?:\[\s*)?(?:…|\.{3})(?:\s*\])?/u;
const ENDING = /[\s.,;:!?()]/u;

/**
 * Without what a quotation may change: white space, the kind of quotation marks, the signs of Markdown, the case of
 * letters, and punctuation at the ends.
 */
function normalized(text: string): string {
  const plain = text.normalize("NFKC")
    .replace(/["“”„«»‹›「」『』]/gu, '"')
    .replace(/[’‘‚`´]/gu, "'")
    .replace(/[‐‑‒–—]/gu, "-")
    .replace(/\\(?=\p{P})/gu, "")
    .replace(/[*_'"~]/gu, "")
    .replace(/^[^\S\n\r\u2028\u2029]*[>#|-][\s>#|-]*/gmu, " ")
    .replace(/\s+/gu, " ");
  let [start, end] = [0, plain.length];
  while (start < end && ENDING.test(plain[start]!)) start++;
  while (start < end && ENDING.test(plain[end - 1]!)) end--;
  return plain.slice(start, end).toLowerCase();
}
