/** Pictures: what they say of themselves, and the text in them. ExifReader reads EXIF, IPTC, XMP and PNG's texts. */
import { xmlEncoding } from "../../src/text/xml_encoding.ts";
import ExifReader from "exifreader";
import { DOMParser } from "linkedom";
import { escapeHtml } from "./archive.ts";
import { named, readXml, textIn } from "./xml_tree.ts";
import { ConversionFailure, type Converted, type ConvertOptions } from "./converted.ts";
import { decoded } from "./decoded.ts";
import { meanConfidence, openOcr } from "./ocr.ts";

/** The fields with words about a picture: those of XMP, IPTC, PNG and EXIF. */
const TITLES = ["title", "Title", "Object Name", "Headline", "XPTitle"];
const DESCRIPTIONS = [
  "description",
  "Description",
  "AltTextAccessibility",
  "ExtDescrAccessibility",
  "Caption/Abstract",
  "ImageDescription",
  "UserComment",
  "Comment",
  "XPComment",
  "XPSubject",
];
const KEYWORDS = ["subject", "Keywords", "XPKeywords"];

export async function convertImage(bytes: Uint8Array, _: string, options: ConvertOptions): Promise<Converted> {
  const kind = kindOf(bytes);
  if (kind === undefined) throw new ConversionFailure("the file is not a picture that ra reads, or it is damaged");
  const fields = fieldsOf(bytes);
  const value = (names: readonly string[]): readonly string[] => [
    ...new Set(names.flatMap((name) => fields.get(name) ?? [])),
  ];
  const [title] = value(TITLES);
  const keywords = value(KEYWORDS).join(", ");
  const texts = [...value(DESCRIPTIONS), ...(keywords === "" ? [] : [`Keywords: ${keywords}`])];
  const recognized = options.ocr === "never" ? undefined : (await openOcr(options)).recognize(
    bytes,
    Number(fields.get("Orientation")?.[0] ?? 1) || 1,
  );
  if (options.ocr !== "never" && recognized === undefined) throw new ConversionFailure("the picture is damaged");
  const paragraphs = [...texts, ...recognized?.paragraphs ?? []];
  const heading = title === undefined ? "" : `<h1>${escapeHtml(title)}</h1>\n`;
  return {
    unit: null,
    parts: [{
      place: null,
      html: heading + paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join("\n"),
      ...meanConfidence(recognized === undefined ? [] : [recognized]),
    }],
    title: title ?? null,
    metadata: {},
    warnings: [],
    ...meanConfidence(recognized === undefined ? [] : [recognized]),
  };
}

/** SVG: its titles, descriptions and texts. */
export function convertSvg(bytes: Uint8Array): Converted {
  const { text, warnings } = decoded(bytes, [xmlEncoding(bytes)]);
  const root = readXml(text, "the picture");
  if (!/(?:^|:)svg$/i.test(root.name)) throw new ConversionFailure("the file is no SVG picture");
  const texts = (tag: string): readonly string[] =>
    named(root, tag).map((node) => textIn(node).replace(/\s+/g, " ").trim())
      .filter((text) => text !== "");
  const [title, ...others] = texts("title");
  const paragraphs = [...others, ...texts("desc"), ...texts("text")];
  return {
    unit: null,
    parts: [{
      place: null,
      html: (title === undefined ? "" : `<h1>${escapeHtml(title)}</h1>\n`) +
        paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join("\n"),
    }],
    title: title ?? null,
    metadata: {},
    warnings,
  };
}

const SIGNS: readonly (readonly [kind: string, sign: RegExp])[] = [
  ["png", /^\x89PNG\r\n\x1a\n/],
  ["jpeg", /^\xff\xd8\xff/],
  ["gif", /^GIF8[79]a/],
  ["webp", /^RIFF[^]{4}WEBP/],
  ["tiff", /^(?:II\*\0|MM\0\*)/],
  ["bmp", /^BM/],
];

/** By its first bytes, because names may be wrong. */
function kindOf(bytes: Uint8Array): string | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 12));
  return SIGNS.find(([, sign]) => sign.test(start))?.[0];
}

/** The texts of each field. A picture without fields, or with damaged ones, has none. */
function fieldsOf(bytes: Uint8Array): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  try {
    const buffer = bytes.slice().buffer;
    const tags = ExifReader.load(buffer, { domParser: new DOMParser() }) as Readonly<Record<string, unknown>>;
    for (const [name, tag] of Object.entries(tags)) {
      const texts = [tag].flat().flatMap((one) => shown(one));
      if (texts.length > 0) found.set(name, texts);
    }
  } catch {
    return found;
  }
  return found;
}

function shown(tag: unknown): readonly string[] {
  const { description, value } = (tag ?? {}) as { readonly description?: unknown; readonly value?: unknown };
  if (
    Array.isArray(value) && value.every((one) => typeof (one as { description?: unknown })?.description === "string")
  ) {
    return value.flatMap((one) => shown(one));
  }
  const text = typeof description === "string" ? description.replaceAll("\0", "").trim() : "";
  if (text === "") return typeof value === "number" ? [String(value)] : [];
  return typeof value === "number" ? [String(value)] : [text];
}
