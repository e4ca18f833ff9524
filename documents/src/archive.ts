/** Reads the ZIP archives that office documents and books are. fflate is small, fast and runs everywhere. */
import { unzipSync } from "fflate";
import { xmlEncoding } from "../../src/text/xml_encoding.ts";
import { ConversionFailure } from "./converted.ts";
import { decoded } from "./decoded.ts";
import { named, readXml, textIn, type XmlNode } from "./xml_tree.ts";

/** What an archive may hold. Real documents have a hundredth of it. */
const MAX_ENTRIES = 20_000;
const MAX_BYTES = 512 * 1024 * 1024;
/** How often parts may be read, as a multiple of their bytes. A book may name a chapter twice, and not a thousand times. */
const MAX_READS = 4;
/** What reading a part costs besides its bytes, in bytes, and what every archive may read. */
const READ_COST = 1024;
const FREE_READS = 1024 * 1024;

export interface Archive {
  readonly names: readonly string[];
  /** Undefined when it is not there. Throws {@link ConversionFailure} where parts are read again and again. */
  text(name: string): string | undefined;
  /** As they are. Undefined and throws as `text` does. */
  bytes(name: string): Uint8Array | undefined;
  /** The root of an XML file. Undefined when it is not there. Throws what `text` and {@link readXml} throw. */
  xml(name: string | undefined): XmlNode | undefined;
}

/** `wanted` tells which entries to unpack, by name and unpacked size. Throws {@link ConversionFailure}. */
export function openArchive(bytes: Uint8Array, wanted: (name: string, size: number) => boolean): Archive {
  let [entries, size] = [0, 0];
  let files: Readonly<Record<string, Uint8Array>>;
  try {
    files = unzipSync(bytes, {
      filter({ name, originalSize }) {
        if (++entries > MAX_ENTRIES) throw new ConversionFailure("the archive has too many entries");
        if (!wanted(name.replaceAll("\\", "/"), originalSize)) return false;
        size += originalSize;
        if (size > MAX_BYTES) throw new ConversionFailure("the archive unpacks to more than 512 MB");
        return true;
      },
    });
  } catch (error) {
    if (error instanceof ConversionFailure) throw error;
    throw new ConversionFailure("the archive is damaged, or encrypted");
  }
  const written = Object.keys(files);
  const names = written.map((name) => name.replaceAll("\\", "/"));
  // Names of parts differ by more than capitals (ECMA-376, part 2), and some programs write `\`.
  const folded = new Map(written.toReversed().map((name) => [foldedName(name), name]));
  const held = written.reduce((sum, name) => sum + files[name]!.length + READ_COST, 0);
  let left = MAX_READS * held + FREE_READS;
  const bytesOf = (name: string): Uint8Array | undefined => {
    const found = Object.hasOwn(files, name) ? files[name] : files[folded.get(foldedName(name)) ?? ""];
    left -= READ_COST + (found?.length ?? 0);
    if (left < 0) throw new ConversionFailure("its parts name each other again and again");
    return found;
  };
  const text = (name: string): string | undefined => {
    const found = bytesOf(name);
    return found === undefined ? undefined : textOf(found);
  };
  return {
    names,
    text,
    bytes: bytesOf,
    xml(name) {
      const found = name === undefined ? undefined : text(name);
      return found === undefined || name === undefined ? undefined : readXml(found, name);
    },
  };
}

const foldedName = (name: string): string => name.replaceAll("\\", "/").toLowerCase();

/** Most parts are UTF-8. The others say so in their first bytes. */
function textOf(bytes: Uint8Array): string {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const declared = isUtf16 ? null : xmlEncoding(bytes);
  return isUtf16 || (declared !== null && !/^utf-?8$/i.test(declared))
    ? decoded(bytes, [declared]).text
    : new TextDecoder().decode(bytes);
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign]!);
}

/** The title and other properties of an Open XML document. */
export function openXmlProperties(
  archive: Archive,
): { title: string | null; metadata: Readonly<Record<string, string>> } {
  const core = archive.xml("docProps/core.xml");
  return propertiesIn(core);
}

/** The title, author, date and language that a list of Dublin Core properties states. */
export function propertiesIn(
  root: XmlNode | undefined,
  created = "created",
): { title: string | null; metadata: Readonly<Record<string, string>> } {
  const value = (name: string): string => textIn(named(root, name)[0]).trim();
  const metadata = { author: value("creator"), created: value(created), language: value("language") };
  return {
    title: value("title") || null,
    metadata: Object.fromEntries(Object.entries(metadata).filter(([, found]) => found !== "")),
  };
}
