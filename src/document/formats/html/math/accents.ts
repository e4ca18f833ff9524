/** Lines, hats and arrows above and below letters, as the letters that carry them. */

/** What MathML writes, and the sign that joins the letter before it. */
const COMBINING: Readonly<Record<string, string>> = {
  "¯": "\u0304",
  "‾": "\u0304",
  "ˉ": "\u0304",
  "^": "\u0302",
  "ˆ": "\u0302",
  "~": "\u0303",
  "˜": "\u0303",
  "˙": "\u0307",
  "¨": "\u0308",
  "→": "\u20d7",
  "⃗": "\u20d7",
};
/** Braces and lines over more than a letter, which only group. */
const GROUPS = /^[¯‾ˉ_＿⏞⏟︷︸^~ˆ˜→]$/;

/** Null where the sign is more than an accent. */
export function accented(base: string, sign: string): { readonly text: string; readonly kind: "one" | "many" } | null {
  if (sign.length > 2) return null;
  const combining = COMBINING[sign];
  if (combining !== undefined && base.length <= 2 && /^\p{L}$/u.test(base)) {
    return { text: `${base}${combining}`.normalize("NFC"), kind: "one" };
  }
  return GROUPS.test(sign) ? { text: base, kind: base.length > 1 ? "many" : "one" } : null;
}
