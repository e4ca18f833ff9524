/** Converts a file by the extension of its name. Each converter is loaded when the first such file comes. */
import { ConversionFailure, type Converted, type ConvertOptions } from "./converted.ts";

type FormatConverter = (bytes: Uint8Array, name: string, options: ConvertOptions) => Converted | Promise<Converted>;

const docx = async (): Promise<FormatConverter> => (await import("./docx.ts")).convertDocx;
const pptx = async (): Promise<FormatConverter> => (await import("./pptx.ts")).convertPptx;
const xlsx = async (): Promise<FormatConverter> => (await import("./xlsx.ts")).convertXlsx;
const openDocument = async (): Promise<FormatConverter> => (await import("./odt.ts")).convertOdt;
const image = async (): Promise<FormatConverter> => (await import("./image.ts")).convertImage;

const CONVERTERS: Readonly<Record<string, () => Promise<FormatConverter>>> = {
  pdf: async () => (await import("./pdf.ts")).convertPdf,
  docx,
  docm: docx,
  dotx: docx,
  dotm: docx,
  pptx,
  pptm: pptx,
  ppsx: pptx,
  potx: pptx,
  xlsx,
  xlsm: xlsx,
  xltx: xlsx,
  odt: openDocument,
  ott: openDocument,
  fodt: openDocument,
  ods: openDocument,
  ots: openDocument,
  fods: openDocument,
  odp: openDocument,
  otp: openDocument,
  fodp: openDocument,
  epub: async () => (await import("./epub.ts")).convertEpub,
  csv: async () => (await import("./csv.ts")).convertCsv,
  tsv: async () => (await import("./csv.ts")).convertCsv,
  png: image,
  jpg: image,
  jpeg: image,
  gif: image,
  webp: image,
  tif: image,
  tiff: image,
  bmp: image,
  svg: async () => (await import("./image.ts")).convertSvg,
};

/** In lower case, without the dot. */
export const EXTENSIONS: readonly string[] = Object.keys(CONVERTERS);

/** The letters of all parts. A book of a thousand pages has two million. */
const MAX_LETTERS = 256 * 1024 * 1024;

/** Throws {@link ConversionFailure}. */
export async function convert(bytes: Uint8Array, name: string, options: ConvertOptions): Promise<Converted> {
  const extension = /\.([^./]+)$/.exec(name.toLowerCase())?.[1] ?? "";
  const load = Object.hasOwn(CONVERTERS, extension) ? CONVERTERS[extension] : undefined;
  if (load === undefined) {
    throw new ConversionFailure(`files with the ending ${JSON.stringify(extension)} are not converted`);
  }
  const converted = await (await load())(bytes, name, options);
  const letters = converted.parts.reduce((sum, part) => sum + part.html.length, 0);
  if (letters > MAX_LETTERS) throw new ConversionFailure("its text is too large");
  return converted;
}
