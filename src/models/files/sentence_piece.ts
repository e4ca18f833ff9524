/** Reads the tokenisers of SentencePiece (`sp.model`, `spiece.model`): ModelProto of its sentencepiece_model.proto. */
import { unusable } from "./damaged.ts";
import { fieldsOf, textIn } from "./protobuf.ts";
import type { Unigram, UnigramPiece } from "./unigram.ts";

const [PIECE, TRAINER, NORMALIZER] = [1, 2, 3];
const [TEXT, SCORE, TYPE] = [1, 2, 3];
const [NORMAL, USER_DEFINED] = [1, 4];
const [KIND, BYTE_FALLBACK, UNKNOWN_ID, START_ID, END_ID] = [3, 35, 40, 41, 42];
const UNIGRAM = 1;
const [CHARSMAP, DUMMY_PREFIX, REMOVE_SPACES, ESCAPE_SPACES] = [2, 3, 4, 5];

/** Throws `model-invalid`. */
export function readSentencePiece(what: string, file: Uint8Array): Unigram {
  const pieces: RatedPiece[] = [];
  let [kind, falls, escapes, dummyPrefix, removeExtraSpaces] = [UNIGRAM, 0, 1, 1, 1];
  let [unknown, start, end] = [0, 1, 2];
  let charsmap: Uint8Array = new Uint8Array();
  for (const [number, value] of fieldsOf(what, file)) {
    if (!(value instanceof Uint8Array)) continue;
    if (number === PIECE) pieces.push(pieceOf(what, value));
    for (const [key, setting] of number === TRAINER ? fieldsOf(what, value) : []) {
      if (typeof setting !== "number") continue;
      if (key === KIND) kind = setting;
      else if (key === BYTE_FALLBACK) falls = setting;
      else if (key === UNKNOWN_ID) unknown = setting;
      else if (key === START_ID) start = setting;
      else if (key === END_ID) end = setting;
    }
    for (const [key, setting] of number === NORMALIZER ? fieldsOf(what, value) : []) {
      if (key === CHARSMAP && setting instanceof Uint8Array) charsmap = setting;
      else if (typeof setting !== "number") continue;
      else if (key === DUMMY_PREFIX) dummyPrefix = setting;
      else if (key === REMOVE_SPACES) removeExtraSpaces = setting;
      else if (key === ESCAPE_SPACES) escapes = setting;
    }
  }
  if (kind !== UNIGRAM || falls !== 0 || escapes === 0) {
    throw unusable(what, "its tokeniser is not the Unigram that ra runs", "ra runs WordPiece and Unigram");
  }
  if ([unknown, start, end].some((id) => id >= pieces.length)) throw unusable(what, "it lacks pieces that it names");
  return {
    charsmap,
    dummyPrefix: dummyPrefix !== 0,
    removeExtraSpaces: removeExtraSpaces !== 0,
    unknown,
    start,
    end,
    pieces: scored(pieces),
  };
}

interface RatedPiece {
  readonly piece: string;
  readonly score: number;
  readonly type: number;
}

function pieceOf(what: string, message: Uint8Array): RatedPiece {
  let [piece, score, type] = ["", 0, NORMAL];
  for (const [number, value] of fieldsOf(what, message)) {
    if (number === TEXT) piece = textIn(value);
    else if (number === TYPE && typeof value === "number") type = value;
    else if (number === SCORE && value instanceof Uint8Array && value.length === 4) {
      score = new DataView(value.buffer, value.byteOffset).getFloat32(0, true);
    }
  }
  return { piece, score, type };
}

/** Pieces that users define win wherever they stand. */
function scored(pieces: readonly RatedPiece[]): readonly UnigramPiece[] {
  return pieces.map(({ piece, score, type }) => ({
    piece,
    score: type === NORMAL ? score : type === USER_DEFINED ? "always" : undefined,
  }));
}
