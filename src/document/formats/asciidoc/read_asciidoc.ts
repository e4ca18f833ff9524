import { RaError } from "../../../errors.ts";
import { type MarkupReader, markupReader } from "../markup_reading.ts";
import { findMarkup } from "./find_markup.ts";

const markup = markupReader(findMarkup);
const ARMOR = new TextEncoder().encode("-----BEGIN PGP ");

export const reader: MarkupReader = {
  ...markup,
  read(bytes, ...rest) {
    // Signatures and keys have the extension `.asc` too.
    if (ARMOR.every((byte, at) => bytes[at] === byte)) throw new RaError("not-text", "a signature or a key");
    return markup.read(bytes, ...rest);
  },
};
