/** Decodes a page in the encoding that it or its server names. */

/** By the byte order mark, else the header, else the page's own `meta`, else UTF-8 (HTML standard, 13.2.3.2). */
export function decodePage(bytes: Uint8Array, header: string | null): string {
  const [first, second, third] = bytes;
  const mark = first === 0xef && second === 0xbb && third === 0xbf
    ? "utf-8"
    : first === 0xff && second === 0xfe
    ? "utf-16le"
    : first === 0xfe && second === 0xff
    ? "utf-16be"
    : undefined;
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 1024));
  const named = /<meta[^>]+charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(start)?.[1] ??
    /^<\?xml[^>]*encoding\s*=\s*["']([\w.:-]+)/i.exec(start)?.[1];
  // What could be read as letters of one byte is not UTF-16, whatever it says.
  const plain = named !== undefined && /^utf-?16/i.test(named) ? "utf-8" : named;
  for (const label of [mark, header ?? undefined, plain]) {
    if (label === undefined) continue;
    try {
      return new TextDecoder(label).decode(bytes);
    } catch {
      // The label is not known.
    }
  }
  return new TextDecoder().decode(bytes);
}
