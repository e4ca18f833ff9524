/**
 * Tells whether a sentence has a verb, without which it claims nothing. Known words and endings decide where they can;
 * for English, compromise names the parts of speech.
 */
import nlp from "compromise/two";
import { isPermitted } from "../../host/permissions.ts";

/** Forms of verbs that are hardly ever anything else, in seven languages. */
const VERBS = new Set(
  `am is are was were isn't aren't wasn't weren't has have had hasn't haven't does do did doesn't don't didn't can cannot
  can't could must may might shall should will would won't shouldn't needs means it's that's there's they're you're
  ist sind war waren hat haben hatte hatten wird werden wurde wurden kann können konnte muss müssen musste soll sollen
  darf dürfen gibt gilt bleibt heißt
  est sont était étaient peut peuvent doit doivent faut sera seront fait n'est c'est
  es son está están era eran tiene tienen puede pueden debe deben hay será hace
  è sono era erano può possono deve devono viene vengono
  é são está estão tem têm pode podem deve devem há
  zijn heeft hebben kan kunnen moet moeten wordt worden`.split(/\s+/),
);

/** Words of English that the languages above lack. */
const ENGLISH = /\b(?:the|of|and|for|with|to|an|this|that|from|by|when|which)\b/iu;

/** Verbs with which an instruction begins, where compromise sees a noun. */
const INSTRUCTION =
  /^(?:set|use|run|add|put|open|call|pass|write|read|see|make|let|give|name|install|remove|choose|enable|disable|start|stop|check|turn|switch|copy|create|build|list|mark|keep|press|click|select|type|change|edit|save)\b/iu;

const BY_CHARACTERS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
const ENDS = /[.!…。！]["'”’»)\]]*$/u;

/** `sentence` has an `x` for each character of code. Without `isThorough`, it takes a tenth of the time. */
export function hasFiniteVerb(sentence: string, isThorough: boolean): boolean {
  const words = sentence.match(/[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’_-]*/gu) ?? [];
  const isClosed = ENDS.test(sentence);
  if (BY_CHARACTERS.test(sentence)) {
    return isClosed || /[るすいただん다요]$/u.test(sentence.trim()) ||
      /[是会會可能在将將被把了要应應有]/u.test(sentence) || sentence.length >= 24;
  }
  if (words.some((word) => VERBS.has(word.toLowerCase().replaceAll("’", "'")))) return true;
  if (!/\p{Script=Latin}/u.test(sentence)) return words.length >= (isClosed ? 3 : 6);
  if (words.length < 3) return false;
  if (INSTRUCTION.test(sentence)) return true;
  if (!isThorough || !mayTag()) return isClosed && words.length >= 4;
  if (hasEnglishVerb(sentence)) return true;
  return isClosed && words.length >= 4 && !ENGLISH.test(sentence);
}

/** compromise reads a variable, which Deno may deny. */
function mayTag(): boolean {
  return isPermitted({ name: "env", variable: "DEBUG_TAGS" });
}

interface TaggedTerm {
  readonly tags: readonly string[];
}

function hasEnglishVerb(sentence: string): boolean {
  const parsed = nlp(sentence).json() as readonly { readonly terms: readonly TaggedTerm[] }[];
  return parsed.some(({ terms }) =>
    terms.some(({ tags }, at) => {
      const is = (tag: string): boolean => tags.includes(tag);
      const before = terms[at - 1]?.tags ?? [];
      if (!is("Verb") || is("Gerund") || before.includes("Preposition") || before.includes("Determiner")) return false;
      if (is("PastTense") || is("Participle")) return before.includes("Noun");
      return true;
    })
  );
}
