/** The text of a file, as the reader of its format gets it. */
import type { DecodedText } from "../../text/decode_text.ts";
import { isBinary, isUtf16, isUtf8 } from "../../text/encoding.ts";
import type { Format } from "./format.ts";

/** Undefined for bytes that are not text, unless the format takes them as they are. */
export async function decodeFile(
  bytes: Uint8Array,
  { decoding }: Pick<Format, "decoding">,
): Promise<DecodedText | undefined> {
  const isPlain = !isUtf16(bytes) && !isBinary(bytes) && isUtf8(bytes) &&
    !(decoding === "page" && declaresEncoding(bytes));
  if (decoding === "none" || isPlain) return { text: bytes, problem: null };
  // Most files are UTF-8, so the decoder is loaded for the others only.
  return decoding === "page"
    ? (await import("./html/decode_page.ts")).decodePage(bytes, null)
    : (await import("../../text/decode_text.ts")).decodeText(bytes);
}

/** Whether the start of a page may name another encoding than UTF-8. What looks like it is enough. */
function declaresEncoding(bytes: Uint8Array): boolean {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 1024));
  return [...start.matchAll(/(?:charset|encoding)[\s=]*["']?\s*([\w.:-]*)/gi)].some(([, name]) =>
    !/^utf-?8$/i.test(name!)
  );
}
