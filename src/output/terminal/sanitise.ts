/** Makes text from documents safe for a terminal. */

// Matches C0 except tab and newline, DEL, and C1, where U+009B starts an escape sequence too.
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/**
 * Shows every control character except newline and tab as a visible escape (`\x1b`). So a document cannot move the
 * cursor, change colours or send commands to the terminal. CRLF line ends become newlines.
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
