/** Links that terminals open: OSC 8. */

/** Shows text that opens a file. The path is absolute, with `/`. */
export function linkTo(path: string, text: string): string {
  const escaped = path.split("/").map(encodeURIComponent).join("/");
  return `\u001b]8;;file://${escaped.startsWith("/") ? "" : "/"}${escaped}\u001b\\${text}\u001b]8;;\u001b\\`;
}
