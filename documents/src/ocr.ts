/**
 * Reads the text of pictures with Tesseract. tesseract.js-core is its WebAssembly build, which reads PNG, JPEG, TIFF,
 * WebP, GIF, BMP and PNM itself. The converter already runs in a process of its own, so no worker is needed.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { gunzipSync } from "node:zlib";
import { ConversionFailure, type ConvertOptions } from "./converted.ts";
import { joinLines } from "./pdf_hyphens.ts";

/** What is used of Tesseract. */
interface TessBaseApi {
  Init(folder: null, languages: string, engine: number): number;
  /** Reads `/input`. Gives 1 for what is not a picture. */
  SetImageFile(orientation: number, angle: number): number;
  Recognize(monitor: null): number;
  GetTSVText(page: number): string;
  Clear(): void;
}
interface Tesseract {
  readonly FS: { writeFile(path: string, data: Uint8Array): void };
  readonly TessBaseAPI: new () => TessBaseApi;
}

interface RecognizedText {
  readonly paragraphs: readonly string[];
  readonly words: number;
  /** The mean of the words, 0 to 100. 0 where there is none. */
  readonly confidence: number;
}

interface OcrReading extends RecognizedText {
  /** Words, with those that are left out. */
  readonly seen: number;
  /** The mean of these. */
  readonly certainty: number;
}

export interface Ocr {
  /** `orientation` is that of EXIF, 1 to 8. Undefined for what is not a picture. */
  recognize(picture: Uint8Array, orientation: number): RecognizedText | undefined;
}

/** Of two equal builds, the one with relaxed SIMD is faster, and gives other results on other processors. */
const CORE = "tesseract.js-core/tesseract-core-simd-lstm";
const LSTM_ONLY = 1;
/** Words below this are mostly noise of pictures, in percent. */
const MIN_CONFIDENCE = 30;
/** A page on its head or side gives words that are worse than this. */
const SURE = 75;
/** Pictures with fewer words are not turned: it would take four times as long for a logo. */
const MIN_WORDS = 5;
/** Orientations of EXIF: upright, on the head, on either side. */
const TURNED = [1, 3, 6, 8];

let opened: { readonly key: string; readonly ocr: Promise<Ocr> } | undefined;

/** The same languages are loaded once. Throws {@link ConversionFailure} when the data of a language is missing. */
export function openOcr({ languages, languageFolder }: ConvertOptions): Promise<Ocr> {
  const key = JSON.stringify([languages, languageFolder]);
  if (opened?.key === key) return opened.ocr;
  const ocr = load(languages, languageFolder);
  opened = { key, ocr };
  // What failed is tried again: the data may have been installed since.
  ocr.catch(() => (opened = undefined));
  return ocr;
}

async function load(languages: readonly string[], folder: string | undefined): Promise<Ocr> {
  const data = languages.map((language) => [language, languageData(language, folder)] as const);
  const require = createRequire(import.meta.url);
  const create = require(`${CORE}.js`) as (options: unknown) => Promise<Tesseract>;
  const silent = (): void => {};
  const wasmBinary = readFileSync(require.resolve(`${CORE}.wasm`));
  const tesseract = await create({ wasmBinary, print: silent, printErr: silent });
  for (const [language, bytes] of data) tesseract.FS.writeFile(`./${language}.traineddata`, bytes);
  const api = new tesseract.TessBaseAPI();
  if (api.Init(null, languages.join("+"), LSTM_ONLY) !== 0) {
    throw new ConversionFailure(`Tesseract does not take the data of ${languages.join(", ")}`);
  }
  return {
    recognize(picture, orientation) {
      tesseract.FS.writeFile("/input", picture);
      let best: OcrReading | undefined;
      for (const turned of [orientation, ...TURNED.filter((one) => one !== orientation)]) {
        if (api.SetImageFile(turned, 0) !== 0 || api.Recognize(null) !== 0) return undefined;
        const text = textOf(api.GetTSVText(0));
        api.Clear();
        if (best === undefined || evidence(text) > evidence(best)) best = text;
        if (text.certainty >= SURE || text.seen < MIN_WORDS) break;
      }
      return best;
    },
  };
}

function languageData(language: string, folder: string | undefined): Uint8Array {
  try {
    return new Uint8Array(gunzipSync(readFileSync(`${folder}/${language}.traineddata.gz`)));
  } catch {
    throw new ConversionFailure(
      `the OCR language ${language} is not installed, or damaged: ra model add tesseract:${language}`,
    );
  }
}

/** Columns of a row: level, page, block, paragraph, line, word, left, top, width, height, confidence, text. */
function textOf(tsv: string): OcrReading {
  const paragraphs = new Map<string, { lines: Map<string, string[]> }>();
  let [words, sum, seen, total] = [0, 0, 0, 0];
  for (const row of tsv.split("\n")) {
    const [level, page, block, paragraph, line, , , , , , confidence = "", text = ""] = row.split("\t");
    if (level !== "5" || text.trim() === "") continue;
    seen++;
    total += Number(confidence);
    if (Number(confidence) < MIN_CONFIDENCE) continue;
    const key = `${page} ${block} ${paragraph}`;
    const { lines } = paragraphs.get(key) ?? { lines: new Map<string, string[]>() };
    paragraphs.set(key, { lines });
    const held = lines.get(line!);
    if (held === undefined) lines.set(line!, [text]);
    else held.push(text);
    words++;
    sum += Number(confidence);
  }
  return {
    paragraphs: [...paragraphs.values()].map(({ lines }) =>
      joinLines([...lines.values()].map((line) => line.join(" ")))
    ),
    words,
    confidence: words === 0 ? 0 : sum / words,
    seen,
    certainty: seen === 0 ? 0 : total / seen,
  };
}

const evidence = ({ words, confidence }: RecognizedText): number => words * confidence;

/** The mean over all words. Empty where there is none. */
export function meanConfidence(
  texts: readonly { readonly words: number; readonly confidence: number }[],
): { readonly confidence?: number } {
  const words = texts.reduce((sum, text) => sum + text.words, 0);
  return words === 0 ? {} : { confidence: texts.reduce((sum, text) => sum + text.words * text.confidence, 0) / words };
}
