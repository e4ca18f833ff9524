/** Reads the ZIP archives that office documents and books are. fflate is small, fast and runs everywhere. */
import { unzipSync } from "fflate";
import { DOMParser } from "linkedom";
import { ConversionFailure } from "./converted.ts";

/** What an archive may hold. Real documents have a hundredth of it. */
const MOST_ENTRIES = 20_000;
const MOST_BYTES = 512 * 1024 * 1024;

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
  /** Undefined when it is not there. */
  text(name: string): string | undefined;
  /** The root of an XML file. Undefined when it is not there. Throws {@link ConversionFailure} for what is no XML. */
  xml(name: string): XmlElement | undefined;
}

/** `wanted` tells which entries to unpack. Throws {@link ConversionFailure}. */
export function openArchive(bytes: Uint8Array, wanted: (name: string) => boolean): Archive {
  let [entries, size] = [0, 0];
  let files: Readonly<Record<string, Uint8Array>>;
  try {
    files = unzipSync(bytes, {
      filter({ name, originalSize }) {
        if (++entries > MOST_ENTRIES) throw new ConversionFailure("the archive has too many entries");
        if (!wanted(name)) return false;
        size += originalSize;
        if (size > MOST_BYTES) throw new ConversionFailure("the archive unpacks to more than 512 MB");
        return true;
      },
    });
  } catch (error) {
    if (error instanceof ConversionFailure) throw error;
    throw new ConversionFailure("the archive is damaged, or encrypted");
  }
  const text = (name: string): string | undefined => {
    const found = files[name];
    return found === undefined ? undefined : new TextDecoder().decode(found);
  };
  return {
    names: Object.keys(files),
    text,
    xml(name) {
      const found = text(name);
      return found === undefined ? undefined : parseXml(found, name);
    },
  };
}

/** Entities that a file defines are not expanded, so none can grow. */
export function parseXml(text: string, name: string): XmlElement {
  const root = new DOMParser().parseFromString(text.replace(/<!DOCTYPE[^[>]*(?:\[[^\]]*\])?[^>]*>/i, ""), "text/xml")
    .documentElement as unknown as XmlElement | null;
  if (root === null) throw new ConversionFailure(`${name} is damaged`);
  return root;
}

/** All elements below with this name, prefix included, in order. */
export function descendants(element: XmlElement, name: string): readonly XmlElement[] {
  return Array.from(element.getElementsByTagName(name));
}

/** All elements below with this name after any prefix, in order. */
export function named(element: XmlElement, name: string): readonly XmlElement[] {
  return children(element).flatMap((child) => [
    ...(child.tagName.slice(child.tagName.indexOf(":") + 1) === name ? [child] : []),
    ...named(child, name),
  ]);
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
