/** The texts of a request: as they are, or as tokens of cl100k_base, which some clients send. */
import { loadTokenDecoder } from "../../search/retrieval/token_count.ts";
import { BadRequest } from "./openai_error.ts";

const MAX_TEXTS = 2048;

/** `param` is the field that holds them. Throws {@link BadRequest}. */
export function textsIn(value: unknown, param: string): readonly string[] {
  return listIn(value, param).map((entry) => {
    const text = typeof entry === "string" ? entry : (entry as { readonly text?: unknown } | null)?.text;
    if (typeof text !== "string") throw notTexts(param);
    return text;
  });
}

/** A text, tokens, or a list of either. Throws {@link BadRequest}. */
export async function embeddedTexts(input: unknown): Promise<readonly string[]> {
  if (typeof input === "string") return [input];
  if (!Array.isArray(input) || input.length === 0) throw notTexts("input");
  const isOneText = typeof input[0] === "number";
  const entries = isOneText ? [input as unknown] : listIn(input, "input");
  if (!entries.some(Array.isArray)) return textsIn(entries, "input");
  const decode = await loadTokenDecoder();
  return entries.map((entry) => {
    if (typeof entry === "string") return entry;
    const text = isTokens(entry) ? decode(entry) : undefined;
    if (text !== undefined) return text;
    throw new BadRequest("`input` must be texts, or lists of tokens of cl100k_base", "input");
  });
}

function isTokens(entry: unknown): entry is readonly number[] {
  return Array.isArray(entry) && entry.every((token) => Number.isInteger(token));
}

function listIn(value: unknown, param: string): readonly unknown[] {
  if (!Array.isArray(value) || value.length === 0) throw notTexts(param);
  if (value.length > MAX_TEXTS) throw new BadRequest(`\`${param}\` may have at most ${MAX_TEXTS} texts`, param);
  return value;
}

function notTexts(param: string): BadRequest {
  return new BadRequest(`\`${param}\` must be a list of texts`, param);
}
