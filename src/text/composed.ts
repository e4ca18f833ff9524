/**
 * Names are compared in one form: letters with their accents composed (NFC). A keyboard composes them, and the names of
 * macOS have the accents apart.
 */

const ASCII = /^[\0-\x7f]*$/;

/** The text with composed letters. */
export function composed(text: string): string {
  return ASCII.test(text) ? text : text.normalize("NFC");
}
