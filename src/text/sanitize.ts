/**
 * Makes text from documents, names of files and names in a configuration safe to show: to a terminal, to a reader who
 * must see the order of letters, and to a language model, which reads characters that people do not see.
 */

// C0 except tab and newline, DEL, and C1, where U+009B starts an escape sequence too.
const CONTROL = "\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f";
// Embeddings, overrides and isolates change the order in which the letters around them show.
const BIDI = "\\u202a-\\u202e\\u2066-\\u2069";
// Tag characters repeat ASCII invisibly. A run of variation selectors can hold a hidden text as well.
const SELECTOR = "[\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]";
const HIDDEN = `[${CONTROL}${BIDI}\\u{e0000}-\\u{e007f}]|(?<=${SELECTOR})${SELECTOR}`;

const IN_TEXT = new RegExp(HIDDEN, "gu");
// In a name nothing invisible belongs, except what letters need: joiners inside emoji and inside the scripts that use
// them, variation selectors, and soft hyphens.
const JOINERS = "(?<!(?:\\p{Extended_Pictographic}|\\p{Emoji_Modifier}|\\ufe0f|" +
  "(?![\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}])[\\p{L}\\p{M}]))[\\u200c\\u200d]";
const INVISIBLE = "(?![\\u200c\\u200d\\u00ad\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}])" +
  "[\\p{Default_Ignorable_Code_Point}\\p{Bidi_Control}\\u2028\\u2029\\ufff9-\\ufffb]";
/** Made when it is first needed: a runtime takes a millisecond and a half for it, and most names are plain. */
let inName: RegExp | undefined;
const IS_PLAIN = /^[\x20-\x7e]*$/;

/**
 * Shows control characters except newline and tab, characters that reorder the line, and invisible tag characters as
 * escapes (`\x1b`, `\u{202e}`). So a document cannot move the cursor, change colours, send commands to the terminal,
 * disguise the order of its letters, or hide a text from people. CRLF line ends become newlines.
 */
export function sanitize(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(IN_TEXT, visible);
}

/** Like {@link sanitise}, for a piece of text that has to stay on one line: newlines and tabs become spaces. */
export function sanitizeTextLine(text: string): string {
  return sanitize(text).replace(/[\n\t]/g, " ");
}

/**
 * For names, titles, ids, tags and paths, on one line. Shows every invisible character and every direction mark as
 * well, because two names that look alike must not differ.
 */
export function sanitizeLine(name: string): string {
  if (IS_PLAIN.test(name)) return name;
  inName ??= new RegExp(`${HIDDEN}|${INVISIBLE}|${JOINERS}`, "gu");
  return name.replaceAll("\r\n", " ").replace(/[\n\t]/g, " ").replace(inName, visible);
}

function visible(character: string): string {
  const code = character.codePointAt(0)!.toString(16);
  return code.length <= 2 ? `\\x${code.padStart(2, "0")}` : `\\u{${code}}`;
}
