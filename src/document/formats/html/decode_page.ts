/** Decodes a page in the encoding that it or its server names. */
import sniffEncoding from "html-encoding-sniffer";
import { type DecodedText, decodeText } from "../../../text/decode_text.ts";
import { xmlEncoding } from "../../../text/xml_encoding.ts";

/** What the page says of itself counts after what its server says. Undefined for bytes that are not text. */
export function decodePage(bytes: Uint8Array, header: string | null): DecodedText | undefined {
  return decodeText(bytes, [header, metaEncoding(bytes) ?? xmlEncoding(bytes)]);
}

/** What its `meta` names (HTML standard, 13.2.3.2). */
function metaEncoding(bytes: Uint8Array): string | null {
  try {
    return sniffEncoding(bytes, { defaultEncoding: "" }) || null;
  } catch {
    // It fails where `content` ends with the word `charset`.
    return null;
  }
}
