/** DOCX. mammoth reads styles, lists, tables and notes; 1.13 does not run on Deno. */
import mammoth from "mammoth";
import { openArchive, openXmlProperties, requireXmlSize } from "./archive.ts";
import { ConversionFailure, type Converted } from "./converted.ts";

const STYLES = ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => p:fresh"];

export async function convertDocx(bytes: Uint8Array): Promise<Converted> {
  let [xml, isDocument] = [0, false];
  const archive = openArchive(bytes, (name, size) => {
    if (/^word\/.*\.xml$/.test(name)) requireXmlSize(xml += size, "the document");
    isDocument ||= name === "word/document.xml";
    return name === "docProps/core.xml";
  });
  if (!isDocument) throw new ConversionFailure("this is no DOCX document");
  let html: string;
  try {
    ({ value: html } = await mammoth.convertToHtml({ buffer: Buffer.from(bytes) }, {
      styleMap: STYLES,
      // The image itself is not needed.
      convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: "" })),
    }));
  } catch (error) {
    throw new ConversionFailure(`the document is damaged: ${error instanceof Error ? error.message : String(error)}`);
  }
  const { title, metadata } = openXmlProperties(archive);
  return { unit: null, parts: [{ place: null, html }], title, metadata, warnings: [] };
}
