/** Small real files of each kind, made here so that nothing has to be fetched. */
import { strToU8, zipSync } from "fflate";

const zip = (files: Readonly<Record<string, string>>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])), {
    mtime: "2026-01-02",
  });
const XML = '<?xml version="1.0" encoding="UTF-8"?>';
const CORE =
  `${XML}<cp:coreProperties xmlns:cp="x" xmlns:dc="y" xmlns:dcterms="z"><dc:title>Toaster manual</dc:title>` +
  "<dc:creator>Ada</dc:creator><dcterms:created>2026-01-02T03:04:05Z</dcterms:created></cp:coreProperties>";
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

export function docx(body: string): Uint8Array {
  return zip({
    "[Content_Types].xml":
      `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    "_rels/.rels":
      `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${RELATIONS}/officeDocument" Target="word/document.xml"/></Relationships>`,
    "word/document.xml":
      `${XML}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
    "word/styles.xml":
      `${XML}<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style><w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/></w:style></w:styles>`,
    "word/_rels/document.xml.rels":
      `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="s" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    "docProps/core.xml": CORE,
  });
}

export const paragraph = (text: string, style = ""): string =>
  `<w:p>${style === "" ? "" : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t>${text}</w:t></w:r></w:p>`;

export function pptx(slides: readonly string[]): Uint8Array {
  const ids = slides.map((_, at) => at + 1);
  return zip({
    "ppt/presentation.xml": `${XML}<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst>${
      ids.map((id) => `<p:sldId id="${id}" r:id="r${id}"/>`).join("")
    }</p:sldIdLst></p:presentation>`,
    // The names of the files are in another order than the show.
    "ppt/_rels/presentation.xml.rels": `${XML}<Relationships>${
      ids.map((id) => `<Relationship Id="r${id}" Type="${RELATIONS}/slide" Target="slides/slide${10 - id}.xml"/>`).join(
        "",
      )
    }</Relationships>`,
    ...Object.fromEntries(slides.map((shapes, at) => [
      `ppt/slides/slide${9 - at}.xml`,
      `${XML}<p:sld xmlns:p="p" xmlns:a="a" xmlns:r="r"><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`,
    ])),
    "docProps/core.xml": CORE,
  });
}

export const shape = (kind: string, ...paragraphs: readonly string[]): string =>
  `<p:sp><p:nvSpPr><p:nvPr>${kind === "" ? "" : `<p:ph type="${kind}"/>`}</p:nvPr></p:nvSpPr><p:txBody>${
    paragraphs.map((text) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`).join("")
  }</p:txBody></p:sp>`;

export function xlsx(sheets: Readonly<Record<string, readonly (readonly (string | number)[])[]>>): Uint8Array {
  const names = Object.keys(sheets);
  const cell = (value: string | number, row: number, column: number): string => {
    const place = `${String.fromCharCode(65 + column)}${row + 1}`;
    return typeof value === "number"
      ? `<c r="${place}"><v>${value}</v></c>`
      : `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;
  };
  return zip({
    "[Content_Types].xml": `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    "xl/workbook.xml":
      `${XML}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${RELATIONS}"><sheets>${
        names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="r${at + 1}"/>`).join("")
      }</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels":
      `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${
        names.map((_, at) =>
          `<Relationship Id="r${at + 1}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`
        ).join("")
      }</Relationships>`,
    ...Object.fromEntries(names.map((name, at) => [
      `xl/worksheets/sheet${at + 1}.xml`,
      `${XML}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${
        sheets[name]!.map((row, y) => `<row r="${y + 1}">${row.map((value, x) => cell(value, y, x)).join("")}</row>`)
          .join("")
      }</sheetData></worksheet>`,
    ])),
  });
}

export function odt(body: string): Uint8Array {
  return zip({
    mimetype: "application/vnd.oasis.opendocument.text",
    "content.xml":
      `${XML}<office:document-content xmlns:office="o" xmlns:text="t" xmlns:table="b" xmlns:xlink="x"><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
    "meta.xml":
      `${XML}<office:document-meta xmlns:office="o" xmlns:dc="d"><office:meta><dc:title>Toaster manual</dc:title></office:meta></office:document-meta>`,
  });
}

export function epub(chapters: readonly string[]): Uint8Array {
  return zip({
    mimetype: "application/epub+zip",
    "META-INF/container.xml":
      `${XML}<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>`,
    "OEBPS/book.opf": `${XML}<package><metadata><dc:title xmlns:dc="d">Toaster manual</dc:title></metadata><manifest>${
      chapters.map((_, at) => `<item id="c${at}" href="text/c%20${at}.xhtml"/>`).join("")
    }</manifest><spine>${chapters.map((_, at) => `<itemref idref="c${at}"/>`).reverse().join("")}</spine></package>`,
    ...Object.fromEntries(
      chapters.map((html, at) => [`OEBPS/text/c ${at}.xhtml`, `<html><body>${html}</body></html>`]),
    ),
  });
}

/** Each page has lines of text, each with its size in points. `drawing` and `annotations` go on every page. */
export function pdf(
  pages: readonly (readonly (readonly [size: number, text: string])[])[],
  { drawing = "", annotations = "" }: { readonly drawing?: string; readonly annotations?: string } = {},
): Uint8Array {
  const objects: string[] = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${pages.map((_, at) => `${4 + 2 * at} 0 R`).join(" ")}] /Count ${pages.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  for (const [at, lines] of pages.entries()) {
    let y = 760;
    const text = lines.map(([size, line]) => {
      y -= 1.4 * size;
      return `BT /F1 ${size} Tf 72 ${y.toFixed(1)} Td (${line.replace(/[()\\]/g, "\\$&")}) Tj ET`;
    }).join("\n") + drawing;
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Annots [${annotations}] /Contents ${
        5 + 2 * at
      } 0 R >>`,
      `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    );
  }
  return pdfOf(objects.map((object) => strToU8(object, true)));
}

/** Objects from number 1 on; the first is the catalogue. */
export function pdfOf(objects: readonly Uint8Array[]): Uint8Array {
  const parts: Uint8Array[] = [strToU8("%PDF-1.4\n", true)];
  let size = parts[0]!.length;
  const add = (part: Uint8Array): void => {
    parts.push(part);
    size += part.length;
  };
  const places = objects.map((object, at) => {
    const place = size;
    add(strToU8(`${at + 1} 0 obj\n`, true));
    add(object);
    add(strToU8("\nendobj\n", true));
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  const start = size;
  add(strToU8(
    `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${
      objects.length + 1
    } /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`,
    true,
  ));
  return new Uint8Array(Buffer.concat(parts));
}
