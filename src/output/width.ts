/** How many terminal cells text takes. */

// Combining marks, joiners and variation selectors take none; East Asian wide and full-width characters and emoji take
// two.
// oxlint-disable-next-line no-misleading-character-class -- these are the characters that combine
const NONE = /[\p{Mn}\p{Me}\u200b-\u200f\u2060\ufe00-\ufe0f]/u;
const TWO =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|[\u{20000}-\u{3fffd}]/u;
// Escape sequences as the palette writes them.
const STYLE = /\u001b\[[0-9;]*m/g;

/** Cells of text that may hold the palette's colours. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text.replace(STYLE, "")) width += cells(character);
  return width;
}

/** The longest prefix of plain text that fits, with `…` where something was left out. */
export function clip(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text;
  let kept = "";
  let width = 0;
  for (const character of text) {
    width += cells(character);
    if (width > columns - 1) break;
    kept += character;
  }
  return `${kept}…`;
}

function cells(character: string): number {
  return NONE.test(character) ? 0 : TWO.test(character) ? 2 : 1;
}
