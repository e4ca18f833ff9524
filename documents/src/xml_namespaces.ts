/** The namespaces of office documents, with the prefixes that their programs write. */
const TRANSITIONAL = "http://schemas.openxmlformats.org/";
/** ISO 29500 strict, as Word and PowerPoint save it on demand. */
const STRICT = "http://purl.oclc.org/ooxml/";
const MICROSOFT = "http://schemas.microsoft.com/office/";
const OPEN_DOCUMENT = "urn:oasis:names:tc:opendocument:xmlns:";

const BOTH: Readonly<Record<string, readonly [transitional: string, strict: string]>> = {
  w: ["wordprocessingml/2006/main", "wordprocessingml/main"],
  p: ["presentationml/2006/main", "presentationml/main"],
  r: ["officeDocument/2006/relationships", "officeDocument/relationships"],
  m: ["officeDocument/2006/math", "officeDocument/math"],
  a: ["drawingml/2006/main", "drawingml/main"],
  c: ["drawingml/2006/chart", "drawingml/chart"],
  dgm: ["drawingml/2006/diagram", "drawingml/diagram"],
  pic: ["drawingml/2006/picture", "drawingml/picture"],
  wp: ["drawingml/2006/wordprocessingDrawing", "drawingml/wordprocessingDrawing"],
};

const OTHERS: Readonly<Record<string, string>> = {
  mc: `${TRANSITIONAL}markup-compatibility/2006`,
  v: "urn:schemas-microsoft-com:vml",
  o: "urn:schemas-microsoft-com:office:office",
  wps: `${MICROSOFT}word/2010/wordprocessingShape`,
  wpg: `${MICROSOFT}word/2010/wordprocessingGroup`,
  wpc: `${MICROSOFT}word/2010/wordprocessingCanvas`,
  w14: `${MICROSOFT}word/2010/wordml`,
  a14: `${MICROSOFT}drawing/2010/main`,
  p14: `${MICROSOFT}powerpoint/2010/main`,
  p188: `${MICROSOFT}powerpoint/2018/8/main`,
  p15: `${MICROSOFT}powerpoint/2012/main`,
  dsp: `${MICROSOFT}drawing/2008/diagram`,
  cx: `${MICROSOFT}drawing/2014/chartex`,
  xlink: "http://www.w3.org/1999/xlink",
  dc: "http://purl.org/dc/elements/1.1",
  math: "http://www.w3.org/1998/Math/MathML",
  svg: `${OPEN_DOCUMENT}svg-compatible:1.0`,
  fo: `${OPEN_DOCUMENT}xsl-fo-compatible:1.0`,
  ...Object.fromEntries(
    ["office", "text", "table", "draw", "style", "meta", "form", "manifest", "chart", "presentation", "number"].map((
      name,
    ) => [name, `${OPEN_DOCUMENT}${name}:1.0`]),
  ),
};

/** The usual prefixes, by the addresses of namespaces. */
export const PREFIXES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(BOTH).flatMap(([prefix, [transitional, strict]]) =>
    [[`${TRANSITIONAL}${transitional}`, prefix], [`${STRICT}${strict}`, prefix]] as const
  ),
  ...Object.entries(OTHERS).map(([prefix, address]) => [address, prefix] as const),
]);
