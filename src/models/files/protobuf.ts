/**
 * Reads messages in the wire format of Protocol Buffers, in which ONNX and SentencePiece keep models. Sixty lines do it
 * for the few fields that ra needs; libraries for it are a hundred times as large.
 */
import { unusable } from "./damaged.ts";

/** A field's number, and its value: a whole number, or the bytes of a text, a message or a list. */
export type Field = readonly [number: number, value: number | Uint8Array];

/** The fields of a message in their order. Whole numbers above 2^53 lose their last digits. Throws `model-invalid`. */
export function* fieldsOf(what: string, message: Uint8Array): Generator<Field, void, void> {
  const reader = { bytes: message, at: 0 };
  while (reader.at < message.length) {
    const key = varint(what, reader);
    const [number, wire] = [Math.floor(key / 8), key % 8];
    const length = wire === 0 ? 0 : wire === 1 ? 8 : wire === 5 ? 4 : wire === 2 ? varint(what, reader) : -1;
    if (wire === 0) {
      yield [number, varint(what, reader)];
      continue;
    }
    if (length < 0 || length > message.length - reader.at) throw unusable(what, "it is damaged, or ends too early");
    yield [number, message.subarray(reader.at, reader.at + length)];
    reader.at += length;
  }
}

/** The whole numbers of a packed list. Throws `model-invalid`. */
export function packedNumbers(what: string, bytes: Uint8Array): readonly number[] {
  const numbers: number[] = [];
  const reader = { bytes, at: 0 };
  while (reader.at < bytes.length) numbers.push(varint(what, reader));
  return numbers;
}

/** Negative numbers come as very large ones. */
function varint(what: string, reader: { readonly bytes: Uint8Array; at: number }): number {
  let [value, scale] = [0, 1];
  for (let count = 0; count < 10; count++) {
    const byte = reader.bytes[reader.at++];
    if (byte === undefined) break;
    value += (byte & 0x7f) * scale;
    if (byte < 0x80) return value;
    scale *= 128;
  }
  throw unusable(what, "it is damaged, or ends too early");
}

export function textIn(value: number | Uint8Array): string {
  return value instanceof Uint8Array ? new TextDecoder().decode(value) : "";
}
