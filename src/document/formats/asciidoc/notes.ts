/** Reads what names a note, and whose words a quotation is. */
import type { BlockAttributes } from "./attribute_list.ts";
import { readInline } from "./inline/inline.ts";
import type { AsciidocLine } from "./lines.ts";
import type { AsciidocState } from "./state.ts";

export const NOTES: ReadonlySet<string> = new Set(["NOTE", "TIP", "IMPORTANT", "WARNING", "CAUTION"]);

/** Opens a note with the word that says what kind it is. */
export function noteWord(
  { styleAt }: BlockAttributes,
  line: AsciidocLine | undefined,
  depth: number,
  state: AsciidocState,
): void {
  if (line !== undefined) {
    const end = line.start + line.text.indexOf(":");
    state.block({ kind: "note", depth, start: line.start, end });
    state.found.hide(end, end + 1);
    return;
  }
  if (styleAt === undefined) return;
  state.show(styleAt);
  state.block({ kind: "note", depth, ...styleAt });
}

/** Whose words they are: the second and third of the attributes. */
export function readCredits(
  { positional, named, isMoved }: BlockAttributes,
  depth: number,
  state: AsciidocState,
): void {
  if (isMoved) return;
  const credits = [named.get("attribution") ?? positional[1], named.get("citetitle") ?? positional[2]];
  for (const credit of credits) {
    if (credit === undefined || credit.text === "") continue;
    const { text, start, end } = credit;
    state.show(credit);
    readInline([{ text, start }], state);
    state.block({ kind: "paragraph", depth, start, end });
  }
}
