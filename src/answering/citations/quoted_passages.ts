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
      const readings = readingsOf(quotation);
      if (readings.some((parts) => parts.length === 0)) return true;
      const cost = 1 + quotation.length / AT_ONCE;
      for (const formOf of [written, read]) {
        for (const number of numbers) {
          const text = texts.get(number);
          if (text === undefined) continue;
          if (work > MAX_WORK) return undefined;
          work += cost * text.length;
          await pause((cost * text.length) / PER_PAUSE);
          const form = await formOf(number, text);
          if (readings.some((parts) => hasInOrder(form, parts))) return true;
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

const OMISSION = /(?:[[(]\s*)?(?:…|\.{3}|⋯|……)(?:\s*[\])])?/u;
/** Words that the answer puts in, as in “[They] stay”. */
const PUT_IN = /(?:[[(]\s*)?(?:…|\.{3}|⋯)(?:\s*[\])])?|\[[^\]\n]{0,60}\]/u;

/** The parts that have to stand in a text, with words in brackets as they are, and without them. */
function readingsOf(quotation: string): readonly (readonly string[])[] {
  const parts = (omission: RegExp): readonly string[] =>
    quotation.split(omission).map(normalized).filter((part) => part !== "");
  return quotation.includes("[") ? [parts(OMISSION), parts(PUT_IN)] : [parts(OMISSION)];
}

function hasInOrder(text: string, parts: readonly string[]): boolean {
  let from = 0;
  for (const part of parts) {
    const at = placeOf(text, part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return true;
}

const LETTER = /[\p{L}\p{N}]/u;
const NO_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Where the words stand as whole ones, and numbers as whole ones: `0.6` is not in `0.65`. */
function placeOf(text: string, part: string, from: number): number {
  for (let at = text.indexOf(part, from); at >= 0; at = text.indexOf(part, at + 1)) {
    const end = at + part.length;
    const [first, last] = [part[0]!, part.at(-1)!];
    if (!goesOn(text[at - 1] ?? "", first, text[at - 2] ?? "") && !goesOn(text[end] ?? "", last, text[end + 1] ?? "")) {
      return at;
    }
  }
  return -1;
}

/** Whether the word of `own` goes on with `next`, behind which `further` stands. */
function goesOn(next: string, own: string, further: string): boolean {
  if (NO_SPACES.test(own) || NO_SPACES.test(next)) return false;
  if (/\d/.test(own) && /[.,]/.test(next)) return /\d/.test(further);
  return LETTER.test(own) && LETTER.test(next);
}

const ENDING = /[\s.,;:!?()]/u;

/**
 * Without what a quotation may change: white space, the kind of quotation marks, the signs of Markdown, the case of
 * letters, and punctuation at the ends.
 */
function normalized(text: string): string {
  const plain = text.normalize("NFKC")
    .replace(/["“”„‟«»‹›「」『』〝〟〞]/gu, '"')
    .replace(/[’‘‚‛`´′]/gu, "'")
    .replace(/[‐‑‒–—−]/gu, "-")
    .replace(/\\(?=\p{P})/gu, "")
    .replace(/\u00ad|[\u200b-\u200d\u2060\ufeff]/gu, "")
    .replace(/<\/?[a-z][^<>\n]{0,200}>/giu, "")
    .replace(/[*_'"~]/gu, "")
    .replace(/[|]/gu, " ")
    .replace(/^[^\S\n\r\u2028\u2029]*[>#|-][\s>#|-]*/gmu, " ")
    .replace(/\s+/gu, " ");
  let [start, end] = [0, plain.length];
  while (start < end && ENDING.test(plain[start]!)) start++;
  while (start < end && ENDING.test(plain[end - 1]!)) end--;
  return plain.slice(start, end).toLowerCase();
}
