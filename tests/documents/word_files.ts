/** Word documents with styles, numbers, notes, headers and drawings. */
import { strToU8, zipSync } from "fflate";

const OFFICE = "http://schemas.openxmlformats.org/";
const RELATIONS = `${OFFICE}officeDocument/2006/relationships`;
const NAMESPACES = `xmlns:w="${OFFICE}wordprocessingml/2006/main" xmlns:r="${RELATIONS}" ` +
  `xmlns:m="${OFFICE}officeDocument/2006/math" xmlns:a="${OFFICE}drawingml/2006/main" ` +
  `xmlns:wp="${OFFICE}drawingml/2006/wordprocessingDrawing" xmlns:pic="${OFFICE}drawingml/2006/picture" ` +
  `xmlns:c="${OFFICE}drawingml/2006/chart" xmlns:mc="${OFFICE}markup-compatibility/2006" ` +
  `xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" ` +
  `xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"`;

/** What a part holds; its key is its kind and, after a dash, its id. `header-h1` is a header that `r:id="h1"` means. */
export type WordParts = Readonly<Record<string, string>>;

const ROOTS: Readonly<Record<string, string>> = {
  styles: "styles",
  numbering: "numbering",
  footnotes: "footnotes",
  endnotes: "endnotes",
  comments: "comments",
  settings: "settings",
  header: "hdr",
  footer: "ftr",
};

export function wordFile(body: string, parts: WordParts = {}): Uint8Array {
  const files: Record<string, string> = {
    "_rels/.rels": `<Relationships xmlns="${OFFICE}package/2006/relationships">` +
      `<Relationship Id="r1" Type="${RELATIONS}/officeDocument" Target="word/document.xml"/></Relationships>`,
    "word/document.xml": `<w:document ${NAMESPACES}><w:body>${body}</w:body></w:document>`,
  };
  const links = Object.entries(parts).map(([key, content]) => {
    const [kind = "", id = key] = key.split("-");
    const root = ROOTS[kind];
    files[`word/${key}.xml`] = root === undefined ? content : `<w:${root} ${NAMESPACES}>${content}</w:${root}>`;
    return `<Relationship Id="${id}" Type="${RELATIONS}/${kind}" Target="${key}.xml"/>`;
  });
  files["word/_rels/document.xml.rels"] = `<Relationships xmlns="${OFFICE}package/2006/relationships">` +
    `${
      links.join("")
    }<Relationship Id="web" Type="${RELATIONS}/hyperlink" Target="https://example.com/a" TargetMode="External"/>` +
    "</Relationships>";
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
}

export const run = (text: string, properties = ""): string =>
  `<w:r>${properties === "" ? "" : `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;

/** `content` is text, or runs. */
export const para = (content: string, properties = ""): string =>
  `<w:p>${properties === "" ? "" : `<w:pPr>${properties}</w:pPr>`}${
    content.startsWith("<") || content === "" ? content : run(content)
  }</w:p>`;

export const styled = (style: string, content: string): string => para(content, `<w:pStyle w:val="${style}"/>`);

export const item = (list: number, level: number, content: string): string =>
  para(content, `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`);

/** A style; `properties` holds `w:pPr` and `w:rPr`. */
export const style = (id: string, name: string, properties = "", base = "", type = "paragraph"): string =>
  `<w:style w:type="${type}" w:styleId="${id}"><w:name w:val="${name}"/>${
    base === "" ? "" : `<w:basedOn w:val="${base}"/>`
  }${properties}</w:style>`;

/** Levels as `[form, text]`, with what else they state. */
export const kind = (id: number, ...levels: readonly (readonly [string, string, string?])[]): string =>
  `<w:abstractNum w:abstractNumId="${id}">${
    levels.map(([form, text, more = ""], at) =>
      `<w:lvl w:ilvl="${at}">${
        more.includes("w:start ") ? "" : '<w:start w:val="1"/>'
      }${more}<w:numFmt w:val="${form}"/><w:lvlText w:val="${text}"/></w:lvl>`
    ).join("")
  }</w:abstractNum>`;

export const list = (id: number, kind: number, more = ""): string =>
  `<w:num w:numId="${id}"><w:abstractNumId w:val="${kind}"/>${more}</w:num>`;

export const table = (...rows: readonly (readonly string[])[]): string =>
  `<w:tbl>${rows.map((cells) => `<w:tr>${cells.join("")}</w:tr>`).join("")}</w:tbl>`;

export const cell = (content: string, properties = ""): string =>
  `<w:tc><w:tcPr>${properties}</w:tcPr>${content.startsWith("<w:p") ? content : para(content)}</w:tc>`;

export const textBox = (content: string): string =>
  `<w:drawing><wp:inline><wp:docPr id="1" name="Box"/><a:graphic><a:graphicData><wps:wsp><wps:txbx><w:txbxContent>${content}</w:txbxContent></wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing>`;

export const vmlBox = (content: string): string =>
  `<w:pict><v:shape><v:textbox><w:txbxContent>${content}</w:txbxContent></v:textbox></v:shape></w:pict>`;

export const choice = (chosen: string, fallback = ""): string =>
  `<mc:AlternateContent><mc:Choice Requires="wps">${chosen}</mc:Choice>${
    fallback === "" ? "" : `<mc:Fallback>${fallback}</mc:Fallback>`
  }</mc:AlternateContent>`;
