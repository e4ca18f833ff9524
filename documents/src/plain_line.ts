/** A line as it is compared with others. */
export function plainLine(text: string): string {
  return text.replace(/\s+/g, " ").trim().toLowerCase();
}
