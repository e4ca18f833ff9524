/** Words with which an answer speaks of its sources: “Sources:”, “The guide says:”. */
import type { MarkdownNode } from "./read_markdown.ts";

const SOURCE =
  /^[\s*_(（—–-]*(?:sources?(?: used| cited)?|references?|citations?|cited(?: passages?| sources?)?|footnotes?|bibliography|see(?: also)?|further reading|learn more|related|from|in|and|or|the|cf|via|passages?|documents?|docs?|quellen?(?:angaben|verzeichnis)?|siehe(?: auch)?|und|aus|belege?|fußnoten|literatur|nachweise?|passagen?|abschnitte?|fuentes?|referencias?|véase(?: también)?|ver(?: también)?|y|pasajes?|références?|voir(?: aussi)?|et|d['’]après|extraits?|fontes?|fonti|riferimenti|источники?|см|литература|ссылки|и|сноски|来源|來源|参考(?:文献|资料)?|參考(?:文獻|資料)?|引用(?:元)?|出典|参照|出处|脚注|参见|資料|资料)[\s:：.,、，;*_)）]*$/iu;

/** Whether a title or word says that sources follow. */
export function isSourceWord(text: string): boolean {
  return SOURCE.test(text.trim());
}

const SPEAKS =
  /\b(?:says?|said|states?|stated|reads?|writes?|wrote|quotes?|quoted|quotation|according|words?|wording|verbatim|explains?|notes?|puts? it|describes?|sagt|schreibt|steht|heißt|lautet|wörtlich|zitat|erklärt|laut|dit|indique|précise|explique|écrit|citation|selon|dice|indica|afirma|explica|según|cita|textualmente|afferma|spiega|diz)\b|сказано|говорит|пишет|указано|цитата|гласит|写道|说|指出|原文|引用|述べ|書かれ|記載|とある/iu;

export function namesSpeaker(text: string): boolean {
  return SPEAKS.test(text);
}

/** Code that is indented, not fenced, and reads like sentences. */
export function isIndentedProse({ value = "", position }: MarkdownNode, answer: string): boolean {
  if (/^\s*(?:`{3}|~{3})/u.test(answer.slice(position?.start.offset ?? 0))) return false;
  const words = value.match(/\p{L}{2,}/gu) ?? [];
  return words.length >= 3 && !/[{}<>=$\\]|\(\)|;\s*$|--\w|^\s*[$#>]/mu.test(value) &&
    words.length * 3 > (value.match(/\S+/gu) ?? []).length * 2;
}
