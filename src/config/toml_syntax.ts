/** Reads the syntax of a configuration file: UTF-8 and TOML. */
import { parse, TomlError } from "smol-toml";
import { RaError } from "../errors.ts";
import { position } from "./locate.ts";

/** The tables and values of a TOML text. Throws `config-syntax` with the place of the mistake. */
export function parseToml(text: string, path: string): Record<string, unknown> {
  try {
    // Integers become bigint, so that 5 and 5.0 differ, and so that a huge one is out of range rather than bad syntax.
    return parse(text, { integersAsBigInt: true, maxDepth: 100 });
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const what = error.message.split("\n")[0]?.replace(/^Invalid TOML document: /, "") ?? "";
    throw new RaError("config-syntax", `not valid TOML: ${what}`, {
      path,
      ...position(text, { line: error.line, column: error.column - 1 }),
    });
  }
}

/** Decodes UTF-8, with or without a BOM. Throws `config-syntax`. */
export function decodeToml(bytes: Uint8Array, path: string): string {
  try {
    // The decoder also drops a BOM.
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new RaError("config-syntax", "not UTF-8 text", {
      path,
      hint: "save the file as UTF-8",
      ...firstBadByte(bytes),
    });
  }
}

function firstBadByte(bytes: Uint8Array): { readonly line: number; readonly column: number } {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let before = "";
  try {
    for (const byte of bytes) before += decoder.decode(Uint8Array.of(byte), { stream: true });
  } catch {
    // `before` ends where the text is no longer UTF-8.
  }
  const lines = before.split("\n");
  return { line: lines.length, column: [...(lines.at(-1) ?? "")].length + 1 };
}
