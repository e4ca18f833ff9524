/** Decodes text as ra does. */
import { decodeText } from "../../src/text/decode_text.ts";
import { ConversionFailure } from "./converted.ts";

/** Throws {@link ConversionFailure} for bytes that are not text. */
export function decoded(
  bytes: Uint8Array,
  declared: readonly (string | null)[] = [],
): { readonly text: string; readonly warnings: readonly string[] } {
  const found = decodeText(bytes, declared);
  if (found === undefined) throw new ConversionFailure("this is a binary file");
  const { text, problem } = found;
  return { text: new TextDecoder().decode(text), warnings: problem === null ? [] : [problem.message] };
}
