/** EPUB: the chapters in the order of the book's spine. */
import { descendants, openArchive } from "./archive.ts";
import { ConversionFailure, type Converted, type Part } from "./converted.ts";

export function convertEpub(bytes: Uint8Array): Converted {
  const archive = openArchive(bytes, (name) => /\.(?:xml|opf|x?html?)$/i.test(name));
  const container = archive.xml("META-INF/container.xml");
  const path = container === undefined
    ? undefined
    : descendants(container, "rootfile")[0]?.getAttribute("full-path") ?? undefined;
  const book = path === undefined ? undefined : archive.xml(path);
  if (path === undefined || book === undefined) throw new ConversionFailure("this is no EPUB book");
  const encryption = archive.text("META-INF/encryption.xml") ?? "";
  const encrypted = encryption.search(/EncryptedData/i);
  if (encrypted >= 0 && /\.x?html/i.test(encryption.slice(encrypted))) {
    throw new ConversionFailure("the book is encrypted");
  }
  const folder = path.includes("/") ? path.slice(0, path.lastIndexOf("/") + 1) : "";
  const items = new Map(
    descendants(book, "item").map((item) => [item.getAttribute("id"), item.getAttribute("href") ?? ""]),
  );
  const warnings: string[] = [];
  const parts = descendants(book, "itemref").flatMap((reference): readonly Part[] => {
    const href = items.get(reference.getAttribute("idref")) ?? "";
    const html = archive.text(resolved(folder, href));
    if (html === undefined) warnings.push(`a chapter is missing: ${href}`);
    return html === undefined ? [] : [{ place: null, html }];
  });
  const value = (name: string): string => descendants(book, name)[0]?.textContent?.trim() ?? "";
  const metadata = { author: value("dc:creator"), language: value("dc:language"), created: value("dc:date") };
  return {
    unit: null,
    parts,
    title: value("dc:title") || null,
    metadata: Object.fromEntries(Object.entries(metadata).filter(([, found]) => found !== "")),
    warnings,
  };
}

function resolved(folder: string, href: string): string {
  try {
    return decodeURIComponent(new URL(href, `file:///${folder}`).pathname.slice(1));
  } catch {
    return href;
  }
}
