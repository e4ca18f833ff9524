/** Makes text from documents safe for a terminal. */

// C0 without tab and newline, DEL, and C1 (whose U+009B is an escape introducer of its own).
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/**
 * Shows every control character other than newline and tab as a visible escape (`\x1b`), so that a document cannot move
 * the cursor, change colours or talk to the terminal. CRLF line ends become newlines.
 */
export function sanitise(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(CONTROL, visible);
}

/** Like {@link sanitise}, for text that has to stay on one line: newlines and tabs become spaces. */
export function sanitiseLine(text: string): string {
  return sanitise(text).replace(/[\n\t]/g, " ");
}

function visible(character: string): string {
  return `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`;
}
