/** Reads `tokenizer.json` of the library tokenizers: a WordPiece becomes a vocab.txt, a Unigram the text of pieces. */
import { unusable } from "./damaged.ts";
import { unigramText } from "./unigram.ts";

type Json = Readonly<Record<string, unknown>>;

/** Throws `model-invalid`. */
export function vocabularyOf(what: string, text: string): string {
  const tokenizer = object(parsed(what, text));
  const model = object(tokenizer["model"]);
  const type = model["type"];
  const isWordPiece = type === "WordPiece" ||
    (type === undefined && !Array.isArray(model["vocab"]) && "vocab" in model);
  if (isWordPiece) return wordPieces(what, tokenizer, model);
  if (type === "Unigram" || (type === undefined && Array.isArray(model["vocab"]))) {
    return unigram(what, tokenizer, model);
  }
  throw unusable(what, `its tokeniser is ${JSON.stringify(type ?? null)}`, "ra runs WordPiece and Unigram");
}

function parsed(what: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unusable(what, "it is not JSON, or ends too early");
  }
}

function object(value: unknown): Json {
  return typeof value === "object" && value !== null ? value as Json : {};
}

/** Any step of a kind, also within a `Sequence`. */
function stepsOf(step: unknown): readonly Json[] {
  const { type, normalizers, pretokenizers } = object(step);
  if (type !== "Sequence") return type === undefined ? [] : [object(step)];
  const steps = normalizers ?? pretokenizers;
  return Array.isArray(steps) ? steps.flatMap(stepsOf) : [];
}

function wordPieces(what: string, tokenizer: Json, model: Json): string {
  const normalizer = stepsOf(tokenizer["normalizer"]).find(({ type }) => type === "BertNormalizer");
  const isKnown = normalizer?.["lowercase"] === true && normalizer["strip_accents"] !== false &&
    (model["continuing_subword_prefix"] ?? "##") === "##";
  if (!isKnown) throw unusable(what, "its tokeniser keeps capital letters or accents", "ra runs uncased WordPieces");
  const lines: string[] = [];
  for (const [piece, id] of [...Object.entries(object(model["vocab"])), ...addedOf(tokenizer)]) {
    if (!Number.isInteger(id) || Number(id) < 0 || Number(id) > 10_000_000 || /[\n\r]/.test(piece)) {
      throw unusable(what, `its piece ${JSON.stringify(piece)} has the id ${JSON.stringify(id)}`);
    }
    lines[Number(id)] = piece;
  }
  return `${Array.from(lines, (piece) => piece ?? "").join("\n")}\n`;
}

function addedOf(tokenizer: Json): readonly (readonly [piece: string, id: unknown])[] {
  const added = tokenizer["added_tokens"];
  return Array.isArray(added) ? added.map(object).map(({ content, id }) => [String(content), id]) : [];
}

function unigram(what: string, tokenizer: Json, model: Json): string {
  const { vocab, unk_id, byte_fallback } = model;
  if (byte_fallback === true) throw unusable(what, "its tokeniser falls back to bytes");
  const normalizers = stepsOf(tokenizer["normalizer"]);
  const words = stepsOf(tokenizer["pre_tokenizer"]);
  const charsmap = String(normalizers.find(({ type }) => type === "Precompiled")?.["precompiled_charsmap"] ?? "");
  const metaspace = words.find(({ type }) => type === "Metaspace");
  const added = new Map(addedOf(tokenizer).map(([piece, id]) => [id, piece]));
  const pieces = (Array.isArray(vocab) ? vocab as readonly unknown[] : []).map((entry, id) => {
    const [piece, score] = Array.isArray(entry) ? entry as readonly unknown[] : [];
    if (typeof piece !== "string" || typeof score !== "number") throw unusable(what, `its piece ${id} has no score`);
    return { piece, score: id === unk_id || added.has(id) ? undefined : score };
  });
  // Pieces that were added behind the others, such as <mask>.
  for (const [id, piece] of added) if (id === pieces.length) pieces.push({ piece, score: undefined });
  const { start, end } = frameOf(tokenizer);
  if (pieces.length === 0 || [start, end, unk_id].some((id) => typeof id !== "number" || id >= pieces.length)) {
    throw unusable(what, "it does not name the pieces for the beginning, the end and what is unknown");
  }
  return unigramText({
    charsmap: bytesOf(what, charsmap),
    dummyPrefix: metaspace?.["prepend_scheme"] !== "never" && metaspace?.["add_prefix_space"] !== false,
    removeExtraSpaces: words.some(({ type }) => type === "WhitespaceSplit") ||
      normalizers.some(({ type }) => type === "Replace" || type === "Strip"),
    unknown: Number(unk_id),
    start: Number(start),
    end: Number(end),
    pieces,
  });
}

/** The ids that stand before and after a text. */
function frameOf(tokenizer: Json): { readonly start: unknown; readonly end: unknown } {
  const { single, special_tokens } = object(tokenizer["post_processor"]);
  const names = (Array.isArray(single) ? single : []).map((part) => object(object(part)["SpecialToken"])["id"]);
  const idOf = (name: unknown): unknown => {
    const ids = object(object(special_tokens)[String(name)])["ids"];
    return Array.isArray(ids) ? ids[0] as unknown : undefined;
  };
  return { start: idOf(names[0]), end: idOf(names.at(-1)) };
}

function bytesOf(what: string, base64: string): Uint8Array {
  try {
    return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
  } catch {
    throw unusable(what, "its map of characters is damaged");
  }
}
