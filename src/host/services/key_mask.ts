/** Takes out of a text what gives a key away: the key, parts of it, and how it is written elsewhere. */

/** Of a part, in characters. */
const MIN_LENGTH = 8;
/** Of a part of a key that is made of words, as servers without keys have it: `sk-no-key-required`. */
const MIN_WORD_LENGTH = 12;
const MASK = "…";

/** The key is printable ASCII. Case does not count. */
export function createKeyMask(key: string): (text: string) => string {
  const length = /^(?:[a-z_-]+|[A-Z_-]+)$/.test(key) ? MIN_WORD_LENGTH : MIN_LENGTH;
  const parts = new Set<string>();
  for (const form of formsOf(key)) {
    for (let at = 0; at + length <= form.length; at++) parts.add(form.slice(at, at + length));
  }
  return (text) => {
    const whole = text.replaceAll(key, MASK);
    const folded = whole.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
    let shown = "";
    let from = 0;
    for (let at = 0; at + length <= whole.length; at++) {
      if (!parts.has(folded.slice(at, at + length))) continue;
      shown += `${whole.slice(from, at)}${MASK}`;
      from = at + length;
      // What follows may belong to a part that has begun before.
      while (at < from && from < whole.length) {
        at++;
        if (parts.has(folded.slice(at, at + length))) from = at + length;
      }
      at = from - 1;
    }
    return shown + whole.slice(from);
  };
}

/** As it stands, backwards, and as addresses and headers write it. */
function formsOf(key: string): readonly string[] {
  const bytes = new TextEncoder().encode(key);
  const based = ["", " ", "  "].flatMap((before) => {
    // What stands before the key decides how its bytes are grouped.
    const form = btoa(`${before}${key}`).slice(Math.ceil((before.length * 4) / 3)).replace(/=+$/, "");
    return [form, form.replaceAll("+", "-").replaceAll("/", "_")];
  });
  const hexadecimal = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0"));
  const percent = hexadecimal.map((byte) => `%${byte}`).join("");
  const forms = [key, encodeURIComponent(key), ...based, hexadecimal.join(""), percent];
  return forms.flatMap((form) => [form, form.split("").reverse().join("")]).map((form) => form.toLowerCase());
}
