/** The encoding that an XML declaration names; null without one. */
export function xmlEncoding(bytes: Uint8Array): string | null {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 1024));
  const named = /^\s*<\?xml[^>]*encoding\s*=\s*["']([\w.:-]+)/i.exec(start)?.[1] ?? null;
  // What could be read as letters of one byte is not UTF-16, whatever it says.
  return named !== null && /^utf-?16/i.test(named) ? null : named;
}
