/** Reads the ZIP archives that office documents and books are. fflate is small, fast and runs everywhere. */
import { unzipSync } from "fflate";
import { DOMParser } from "linkedom";
import { ConversionFailure } from "./converted.ts";

/** What an archive may hold. Real documents have a hundredth of it. */
const MAX_ENTRIES = 20_000;
const MAX_BYTES = 512 * 1024 * 1024;
/** A tree of elements takes some fifty times the bytes of its XML, and the process has 1 GB. */
const MAX_XML = 32 * 1024 * 1024;
/** Elements inside each other. Real files have some thirty. */
const MAX_DEPTH = 256;
/** How often parts may be read, as a multiple of their bytes. A book may name a chapter twice, and not a thousand times. */
const MAX_READS = 4;
/** What reading a part costs besides its bytes, in bytes, and what every archive may read. */
const READ_COST = 1024;
const FREE_READS = 1024 * 1024;

/** What is used of an element of the DOM. */
export interface XmlElement {
  readonly tagName: string;
  readonly textContent: string | null;
  readonly children: ArrayLike<XmlElement>;
  readonly childNodes: ArrayLike<XmlElement & { readonly nodeType: number }>;
  getAttribute(name: string): string | null;
  getElementsByTagName(name: string): ArrayLike<XmlElement>;
}

export interface Archive {
  readonly names: readonly string[];
  /** Undefined when it is not there. Throws {@link ConversionFailure} where parts are read again and again. */
  text(name: string): string | undefined;
  /** The root of an XML file. Undefined when it is not there. Throws what `text` and {@link parseXml} throw. */
  xml(name: string): XmlElement | undefined;
}

/** `wanted` tells which entries to unpack, by name and unpacked size. Throws {@link ConversionFailure}. */
export function openArchive(bytes: Uint8Array, wanted: (name: string, size: number) => boolean): Archive {
  let [entries, size] = [0, 0];
  let files: Readonly<Record<string, Uint8Array>>;
  try {
    files = unzipSync(bytes, {
      filter({ name, originalSize }) {
        if (++entries > MAX_ENTRIES) throw new ConversionFailure("the archive has too many entries");
        if (!wanted(name, originalSize)) return false;
        size += originalSize;
        if (size > MAX_BYTES) throw new ConversionFailure("the archive unpacks to more than 512 MB");
        return true;
      },
    });
  } catch (error) {
    if (error instanceof ConversionFailure) throw error;
    throw new ConversionFailure("the archive is damaged, or encrypted");
  }
  const names = Object.keys(files);
  const held = names.reduce((sum, name) => sum + files[name]!.length + READ_COST, 0);
  let left = MAX_READS * held + FREE_READS;
  const text = (name: string): string | undefined => {
    const found = Object.hasOwn(files, name) ? files[name] : undefined;
    left -= READ_COST + (found?.length ?? 0);
    if (left < 0) throw new ConversionFailure("its parts name each other again and again");
    return found === undefined ? undefined : new TextDecoder().decode(found);
  };
  return {
    names,
    text,
    xml(name) {
      const found = text(name);
      return found === undefined ? undefined : parseXml(found, name);
    },
  };
}

/** Entities that a file defines are not expanded, so none can grow. Throws {@link ConversionFailure}. */
export function parseXml(text: string, name: string): XmlElement {
  requireXmlSize(text.length, name);
  const root = new DOMParser().parseFromString(withoutDoctype(text), "text/xml")
    .documentElement as unknown as XmlElement | null;
  if (root === null) throw new ConversionFailure(`${name} is damaged`);
  requireShallow(root, name);
  return root;
}

/** Throws {@link ConversionFailure}. */
export function requireXmlSize(size: number, name: string): void {
  if (size > MAX_XML) throw new ConversionFailure(`${name} has more than ${MAX_XML / 1024 / 1024} MB of XML`);
}

/** The first one, with the entities in its brackets. An expression for it tries all ways to end it. */
function withoutDoctype(text: string): string {
  const start = text.search(/<!DOCTYPE/i);
  if (start < 0) return text;
  const first = text.indexOf(">", start);
  const bracket = text.indexOf("[", start);
  const closed = bracket >= 0 && bracket < first ? text.indexOf("]", bracket) : -1;
  const end = closed < 0 ? first : text.indexOf(">", closed);
  return end < 0 ? text : text.slice(0, start) + text.slice(end + 1);
}

/** What asks an element for all that is in it takes so many times as long as the elements are deep. */
function requireShallow(root: XmlElement, name: string): void {
  let level: readonly XmlElement[] = [root];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) throw new ConversionFailure(`the elements of ${name} are nested too deeply`);
    level = level.flatMap(children);
  }
}

/** All elements below with this name, prefix included, in order. */
export function descendants(element: XmlElement, name: string): readonly XmlElement[] {
  return Array.from(element.getElementsByTagName(name));
}

/** All elements below with this name after any prefix, in order. */
export function named(element: XmlElement, name: string): readonly XmlElement[] {
  const found: XmlElement[] = [];
  const next = children(element).toReversed();
  for (let at = next.pop(); at !== undefined; at = next.pop()) {
    if (at.tagName.slice(at.tagName.indexOf(":") + 1) === name) found.push(at);
    for (const child of children(at).toReversed()) next.push(child);
  }
  return found;
}

export function children(element: XmlElement): readonly XmlElement[] {
  return Array.from(element.children);
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign]!);
}

/** The title and other properties of an Open XML document. */
export function openXmlProperties(
  archive: Archive,
): { title: string | null; metadata: Readonly<Record<string, string>> } {
  const core = archive.xml("docProps/core.xml");
  const value = (
    name: string,
  ): string => (core === undefined ? "" : descendants(core, name)[0]?.textContent?.trim() ?? "");
  const metadata = { author: value("dc:creator"), created: value("dcterms:created"), language: value("dc:language") };
  return {
    title: value("dc:title") || null,
    metadata: Object.fromEntries(Object.entries(metadata).filter(([, found]) => found !== "")),
  };
}
