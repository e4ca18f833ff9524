/**
 * Marks of text that some programs show and others hide. They are signs for private use, so they pass through
 * micromark and the HTML parser as letters would.
 */
const OPEN = "\uE000";
const CLOSE = "\uE001";

export function optionalText(text: string): string {
  return OPEN + text + CLOSE;
}

/** Removes the marks from a page, which may hold such signs as icons of a font. */
export function withoutMarks(text: string): string {
  return text.replace(/[\uE000\uE001]/g, " ");
}

export function hideOptional(text: string): string {
  return text.replace(/\uE000[^\uE000\uE001]*\uE001/g, "").replace(/[\uE000\uE001]/g, "");
}

export function showOptional(text: string): string {
  return text.replace(/[\uE000\uE001]/g, " ");
}
