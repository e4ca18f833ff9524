import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { decodeText } from "../../src/text/decode_text.ts";
import { isBinary, isUtf8, withoutCutLetter } from "../../src/text/encoding.ts";

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const utf16 = (text: string, order: "le" | "be"): Uint8Array =>
  Uint8Array.from(
    [...text].flatMap((letter) =>
      [...Array(letter.length).keys()].flatMap((at) => {
        const unit = letter.charCodeAt(at);
        return order === "le" ? [unit & 0xff, unit >> 8] : [unit >> 8, unit & 0xff];
      })
    ),
  );

function textOf(bytes: Uint8Array, ...declared: readonly (string | null)[]): string | undefined {
  const found = decodeText(bytes, declared);
  return found && new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(found.text);
}

/** The signs of windows-1252 from 0x80 to 0x9f, as the encoding standard has them. */
const SIGNS = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";

test("windows-1252 has the signs of the standard on every runtime, whatever its name", () => {
  const bytes = Uint8Array.from({ length: 128 }, (_, at) => 128 + at);
  const expected = SIGNS + Array.from({ length: 96 }, (_, at) => String.fromCharCode(160 + at)).join("");
  assert.equal(SIGNS.length, 32);
  assert.equal(textOf(bytes), expected);
  for (const label of ["windows-1252", "iso-8859-1", "Latin1", "us-ascii"]) {
    assert.equal(textOf(bytes, label), expected);
  }
});

test("a declared encoding decodes like the standard's, also where Node's own decoder differs", () => {
  assert.equal(textOf(bytesOf("\xb3aweczka"), "iso-8859-2"), "ławeczka");
  assert.equal(textOf(bytesOf("\xc7\xf1\xe3\xef"), "windows-1253"), "Ηργο");
  assert.equal(textOf(bytesOf("\x93\xfa\x96{\x8c\xea"), "shift_jis"), "日本語");
  assert.equal(textOf(bytesOf("\xe3"), "iso-8859-16"), "ă");
  assert.equal(textOf(bytesOf("\x1b$BF|K\\\x1b(B a"), "iso-2022-jp"), "日本 a");
});

test("the order is mark, declared, UTF-8, windows-1252; unknown and invalid declarations do not count", () => {
  assert.equal(textOf(new Uint8Array([0xef, 0xbb, 0xbf, ...utf8("é")]), "iso-8859-1"), "\ufeffé");
  assert.equal(textOf(new Uint8Array([0xff, 0xfe, 0xe9, 0]), "utf-8"), "é");
  assert.equal(textOf(utf8("é"), "iso-8859-1"), "Ã©");
  assert.equal(textOf(utf8("é"), "nonsense", null), "é");
  assert.equal(textOf(utf8("é"), "utf-8", "iso-8859-1"), "é");
  assert.equal(textOf(utf8("日本 é"), "euc-jp"), "日本 é");
  assert.equal(textOf(bytesOf("caf\xe9 au"), "utf-8", "euc-jp"), "café au");
  assert.equal(textOf(bytesOf("caf\xe9"), "utf-8", "iso-8859-5"), "cafщ");
  assert.equal(textOf(utf16("naïve", "be"), "utf-16be"), "naïve");
  // A page that names its encoding rightly and breaks one letter.
  assert.equal(textOf(bytesOf("\x93\xfa\x96{\x8c\xea \xff."), "shift_jis"), "日本語 \ufffd.");
});

test("UTF-8 stays as it is, and the same array", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => {
    const bytes = utf8(text);
    if (isBinary(bytes)) return;
    const found = decodeText(bytes);
    assert.equal(found?.text, bytes);
    assert.equal(found?.problem, null);
  }));
});

test("broken UTF-8 has U+FFFD where more of its letters are right, and is windows-1252 where not", () => {
  const broken = (...parts: readonly (string | number)[]): Uint8Array =>
    Uint8Array.from(parts.flatMap((part) => (typeof part === "string" ? [...utf8(part)] : part)));
  const mostlyRight = broken("ä ö\nü\n", 0xff, " é", 0xc3);
  assert.deepEqual(decodeText(mostlyRight)!.problem, {
    message: "2 sequences of bytes are not UTF-8; ra reads U+FFFD there",
    line: 3,
  });
  assert.equal(textOf(mostlyRight), "ä ö\nü\n\ufffd é\ufffd");
  assert.equal(textOf(broken("ä\n", 0xe4)), "Ã¤\nä");
  assert.deepEqual(decodeText(broken("a\nä\n", 0xe4))!.problem, {
    message: "the file is not UTF-8 and names no other encoding; ra reads it as windows-1252",
    line: 2,
  });
  // The sign itself is a right letter.
  assert.equal(textOf(broken("\ufffd\ufffd", 0xe4)), "\ufffd\ufffd\ufffd");
  assert.match(decodeText(broken("\ufffd\ufffd", 0xe4))!.problem!.message, /^1 sequence of bytes is/);
  // A mark decides by itself.
  assert.equal(textOf(broken("\ufeff", 0xe4)), "\ufeff\ufffd");
});

test("text becomes UTF-16 with a mark and back, and half letters become U+FFFD", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme" }), fc.constantFrom("le", "be"), (text, order) => {
    if (isBinary(utf8(text))) return;
    assert.equal(textOf(utf16(`\ufeff${text}`, order)), text);
  }));
  const half = decodeText(utf16("\ufeffa\n\ud800b\ufffd", "le"))!;
  assert.equal(new TextDecoder().decode(half.text), "a\n\ufffdb\ufffd");
  assert.deepEqual(half.problem, { message: "1 sequence of bytes is not UTF-16LE; ra reads U+FFFD there", line: 2 });
});

test("bytes with a NUL in the first 8 KiB, or many control characters, are not text", () => {
  assert.equal(decodeText(bytesOf("a\0b")), undefined);
  assert.equal(decodeText(bytesOf("a\0b"), ["iso-8859-2"]), undefined);
  assert.equal(decodeText(utf16("\ufeffa\0", "le")), undefined);
  assert.equal(isBinary(bytesOf(`${"x".repeat(8192)}\0`)), false);
  const with1In = (length: number, count: number): Uint8Array => bytesOf("\x02".repeat(count) + "x".repeat(length));
  assert.equal(isBinary(with1In(198, 2)), false);
  assert.equal(isBinary(with1In(197, 2)), true);
  assert.equal(isBinary(with1In(3, 1)), false, "one is not many");
  assert.equal(isBinary(bytesOf("\t\n\f\r".repeat(9))), false);
});

test("isBinary() counts each control character, wherever the bytes lie in memory", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 400, min: 1 }), fc.nat(7), fc.nat(250), (some, offset, plain) => {
    const memory = new Uint8Array(some.length + plain + offset).fill(0x61);
    memory.set(some, offset + (plain >> 1));
    const bytes = memory.subarray(offset);
    if (bytes[0] === 0xff || bytes[0] === 0xfe) return;
    const controls = bytes.filter((byte) => byte < 0x20 && ![9, 10, 12, 13].includes(byte)).length;
    assert.equal(isBinary(bytes), controls > 1 && controls / bytes.length > 0.01);
  }));
});

test("any bytes are text that is UTF-8, or not text", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.constantFrom(null, "gbk", "utf-16le", "x"), (bytes, label) => {
      const found = decodeText(bytes, [label]);
      if (found !== undefined) assert.ok(isUtf8(found.text));
      if (found === undefined) assert.ok(isBinary(bytes) || label !== null || bytes[0]! >= 0xfe);
    }),
  );
});

test("withoutCutLetter() drops only a letter that is not whole", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), fc.nat(), (text, cut) => {
    const bytes = utf8(text);
    const start = bytes.subarray(0, cut % (bytes.length + 1));
    const whole = withoutCutLetter(start);
    assert.ok(isUtf8(whole));
    assert.ok(start.length - whole.length < 4 && (!isUtf8(start) || whole === start));
  }));
});
