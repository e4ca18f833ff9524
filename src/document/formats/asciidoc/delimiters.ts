/** The lines of signs between which blocks stand. */
import { isRun } from "./lines.ts";

export type Delimiter =
  | "listing"
  | "literal"
  | "example"
  | "sidebar"
  | "quote"
  | "pass"
  | "comment"
  | "open"
  | "fence"
  | "table";

const BY_SIGN: Readonly<Record<string, Delimiter>> = {
  "-": "listing",
  ".": "literal",
  "=": "example",
  "*": "sidebar",
  "_": "quote",
  "+": "pass",
  "/": "comment",
};

export function delimiterOf(text: string): Delimiter | undefined {
  if (text === "--") return "open";
  if (text.startsWith("```")) return text.startsWith("````") ? undefined : "fence";
  if (text.length < 4) return undefined;
  const kind = BY_SIGN[text[0]!];
  if (kind !== undefined) return isRun(text) ? kind : undefined;
  return /^[|,:!]={3,}$/.test(text) ? "table" : undefined;
}
