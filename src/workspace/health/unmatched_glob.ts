/** Says that a glob of the configuration matches nothing. */

/** `what` begins the sentence, such as `tree docs: include`. */
export function unmatchedMessage(what: string, glob: string, instead: string): string {
  return `${what} ${JSON.stringify(glob)} ${instead}${backslashHint(glob)}`;
}

/** A path of Windows has backslashes between its folders. */
function backslashHint(glob: string): string {
  if (!hasBackslash(glob)) return "";
  return `; a backslash makes the next character plain: write ${JSON.stringify(glob.replace(/\\+/g, "/"))}`;
}

export function hasBackslash(glob: string): boolean {
  return glob.includes("\\");
}
