/** What an answer quotes: in marks, behind `> `, or as prose that is indented below the line that says who speaks. */
import { isQuoted, type Quotation, quotationsIn } from "./quotations.ts";
import type { ReadUnit } from "./sentences.ts";
import { repeatsQuestion } from "./small_talk.ts";

/** A box that draws the eye, which quotes nobody. */
const CALL_OUT =
  /^\s*(?:\[?!?(?:note|tip|important|warning|caution|hint|info|attention|danger|hinweis|wichtig|achtung|tipp|warnung|remarque|attention|astuce|nota|consejo|advertencia|importante|aviso|примечание|важно|注意|提示|备注|注|ヒント|重要)\b|\[?!?(?:примечание|важно|注意|提示|备注|ヒント|重要)|\p{Extended_Pictographic})/iu;
/** Who said it: “— the guide”. */
const SPEAKER =
  /(?:^|\n|\s)\s*(?:[—–―]|--)\s*[^\n]{0,120}$|(?:^|\n)\s*\((?:source|from|quelle|fuente|see)\b[^\n]*$|(?:^|\n)\s*(?:source|quelle|fuente|источник|来源|出典)\s*[:：][^\n]*$/iu;

/** All quotations of a unit, in their order. */
export function quotationsOf({ kind, text, masked, parts }: ReadUnit): readonly Quotation[] {
  // A title in quotation marks is a name.
  if (kind === "heading") return [];
  const ofTheUser = parts.filter((part) => repeatsQuestion(text.slice(part.start, part.end)));
  const inMarks = quotationsIn(text).filter(({ start, end, text: said }) =>
    isQuoted(said) && /[^x\s\p{P}]/u.test(masked.slice(start, end)) &&
    !ofTheUser.some((part) => part.start <= start && end <= part.end)
  );
  if (kind !== "quote" && kind !== "said") return inMarks;
  if (CALL_OUT.test(text)) return inMarks;
  const said = text.replace(SPEAKER, "");
  const around = inMarks.reduce((left, { start, end }) => left - (end - start), said.trim().length);
  // The box holds somebody's words with a quotation in them.
  if (inMarks.length > 0 && around > 3) return inMarks;
  const start = said.length - said.trimStart().length;
  const end = said.trimEnd().length;
  return isQuoted(said) ? [{ text: said.slice(start, end), start, end }] : [];
}
