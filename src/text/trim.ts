/** Removes characters at the ends of a text, in linear time. An expression such as `/-+$/` takes quadratic time. */

/** The text without any of these characters at its start and end. */
export function trim(text: string, characters: string): string {
  return trimEnd(trimStart(text, characters), characters);
}

/** The text without any of these characters at its start. */
export function trimStart(text: string, characters: string): string {
  let start = 0;
  while (start < text.length && characters.includes(text[start]!)) start++;
  return text.slice(start);
}

/** The text without any of these characters at its end. */
export function trimEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1]!)) end--;
  return text.slice(0, end);
}
