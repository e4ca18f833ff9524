/** Tells a page of a manual by its first lines. */

/** How much of a file is looked at. What Pod writes before a page is long. */
const MOST = 64 * 1024;
const STARTS = [...".'\\ \t\r\n"].map((sign) => sign.charCodeAt(0));
const PAGE = /^[.'][ \t]*(?:TH[ \t]|Dd(?:[ \t]|$)|Dt[ \t]|so[ \t])/;

/** Whether all that comes before the page's title are requests and comments. */
export function beginsPage(bytes: Uint8Array): boolean {
  // Most other files tell at once. A byte order mark may come first.
  const first = bytes[0] === 0xef ? bytes[3] : bytes[0];
  if (first === undefined || !STARTS.includes(first)) return false;
  const text = new TextDecoder().decode(bytes.subarray(0, MOST));
  let isSkipping = false;
  for (const line of text.split(/\r\n?|\n/)) {
    if (isSkipping) isSkipping = !/^[.'][ \t]*\./.test(line);
    else if (PAGE.test(line)) return true;
    else if (/^[.'][ \t]*(?:de1?|am1?|ig)(?:[ \t]|$)/.test(line)) isSkipping = true;
    else if (!/^[.'\\]/.test(line) && line.trim() !== "") return false;
  }
  return false;
}
