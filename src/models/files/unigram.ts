/**
 * The text form of a Unigram tokeniser: a line `unigram ` with JSON, then one line a piece, in the order of ids: its
 * score, a tab, the piece. A piece that no text can match has no score, and one that always wins has a `!`.
 */

export interface UnigramPiece {
  readonly piece: string;
  /** Undefined where no text can match it; `always` where it wins over all others. */
  readonly score: number | "always" | undefined;
}

export interface Unigram {
  /** The map of characters of SentencePiece, as its file has it. */
  readonly charsmap: Uint8Array;
  readonly dummyPrefix: boolean;
  readonly removeExtraSpaces: boolean;
  readonly unknown: number;
  readonly start: number;
  readonly end: number;
  readonly pieces: readonly UnigramPiece[];
}

export function unigramText({ charsmap, pieces, ...settings }: Unigram): string {
  const head = JSON.stringify({ charsmap: base64(charsmap), ...settings });
  const lines = pieces.map(({ piece, score }) => {
    // The tokeniser holds spaces instead of line ends, so it never matches one.
    const isMatched = score !== undefined && piece !== "" && !/[\n\r]/.test(piece);
    const shown = score === "always" ? "!" : Math.fround(score ?? 0);
    return `${isMatched ? shown : ""}\t${piece.replace(/[\n\r]/g, " ")}`;
  });
  return `unigram ${head}\n${lines.join("\n")}\n`;
}

function base64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}
