/**
 * Finds an outline with micromark: the oracle for the core, and its replacement where tests need only a correct
 * outline.
 */
import { fromMarkdown } from "mdast-util-from-markdown";
import type { OutlineHeading } from "../../src/document/outline.ts";

// The elements of the HTML standard, and its obsolete ones.
const HTML_ELEMENTS = new Set(
  ("a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body br button canvas " +
    "caption center cite code col colgroup command data datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption " +
    "figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image img input ins isindex kbd keygen " +
    "label legend li link listing main map mark marquee math menu menuitem meta meter multicol nav nextid nobr noembed noframes noscript " +
    "object ol optgroup option output p param picture plaintext pre progress q rb rp rt rtc ruby s samp script search section select slot " +
    "small source spacer span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track " +
    "tt u ul var video wbr xmp").split(" "),
);

/** Returns the headings of the Markdown in `bytes` from byte `from`, in the form of the core. */
export function micromarkHeadings(bytes: Uint8Array, from: number): readonly OutlineHeading[] {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(from));
  // micromark drops a byte order mark without counting it, so a space replaces it to keep the offsets.
  const children = fromMarkdown(text.replace(/^\uFEFF/, " ")).children;
  const byteAt = byteOffsets(text, from);
  return children.flatMap((node): OutlineHeading[] => {
    if (node.type !== "heading" || node.position === undefined) return [];
    // micromark counts a definition before a setext heading as part of that heading, so its line is where its text
    // begins.
    const start = (node.children[0]?.position ?? node.position).start.offset as number;
    const end = node.position.end.offset as number;
    const lineStart = Math.max(text.lastIndexOf("\n", start - 1), text.lastIndexOf("\r", start - 1)) + 1;
    const newline = /\r\n|\n|\r/g;
    newline.lastIndex = end;
    const bodyStart = newline.exec(text) === null ? text.length : newline.lastIndex;
    const id = headingId(text.slice(node.position.start.offset, end), node.children.at(-1));
    const last = node.children.at(-1);
    const shown = (part: Text): string =>
      withoutAttributes(part, text, id !== null && part === last ? part.value.lastIndexOf("{") : part.value.length);
    const plain = plainText(node, shown);
    return [{
      level: node.depth,
      text: plain.replace(/\s+/g, " ").trim(),
      id,
      lineStart: byteAt(lineStart),
      bodyStart: byteAt(bodyStart),
    }];
  });
}

type Root = ReturnType<typeof fromMarkdown>;
type Nodes = Root | Root["children"][number];
type Text = Extract<Nodes, { type: "text" }>;

/** Returns the id in `{#id}` or `{#id .class}` at the end of a heading with other text, or of `{.class #id}` alone. */
function headingId(heading: string, last: Nodes | undefined): string | null {
  if (last?.type !== "text" || !last.value.endsWith("}")) return null;
  const content = /^#{1,6}[ \t]/.test(heading)
    ? heading.replace(/(?<=[ \t])#+\s*$/, "")
    : heading.replace(/\s*[=-]+\s*$/, "");
  const parts = /^(.*?)((?:\\\\)*)(\\?)\{([^{}\r\n]*)\}$/s.exec(content.trimEnd());
  if (parts === null || parts[3] !== "") return null;
  const isAlone = !/[^\s#]/.test(parts[1]! + parts[2]!);
  if (isAlone && !parts[4]!.trim().startsWith(".")) return null;
  const attributes = parts[4]!.trim().split(/\s+/);
  const ids = attributes.filter((attribute) => /^#./.test(attribute));
  const areKnown = attributes.every((attribute) => /^#./.test(attribute) || /^\.[\p{L}_-]/u.test(attribute));
  return areKnown && ids.length === 1 ? ids[0]!.slice(1) : null;
}

/** Attributes behind a link, code or emphasis style what stands before them. */
function withoutAttributes({ value, position }: Text, source: string, end: number): string {
  const start = position!.start.offset!;
  if (source.slice(start, position!.end.offset) !== value) return value.slice(0, end);
  let shown = "";
  for (let at = 0; at < end;) {
    const [braces, inner = ""] = /^\{:?([^{}\r\n]*)\}/.exec(value.slice(at, end)) ?? [];
    const attributes = inner.trim().split(/\s+/);
    const styles = /[)\]`*_}]/.test(source[start + at - 1] ?? "") || braces?.startsWith("{:") === true;
    const areKnown = attributes.every((attribute) => /^(?:#.|\.[\p{L}_-])/u.test(attribute));
    const isHidden = braces !== undefined && styles && areKnown &&
      attributes.filter((attribute) => attribute.startsWith("#")).length <= 1;
    if (!isHidden) shown += value[at];
    at += isHidden ? braces.length : 1;
  }
  return shown;
}

function plainText(node: Nodes, textOf: (node: Text) => string): string {
  if (node.type === "text") return textOf(node);
  if (node.type === "inlineCode") return node.value;
  if (node.type === "image" || node.type === "imageReference") return node.alt ?? "";
  if (node.type === "break") return " ";
  if (node.type === "html") {
    const name = /^<\/?([A-Za-z][A-Za-z0-9-]*)/.exec(node.value)?.[1];
    return name === undefined || HTML_ELEMENTS.has(name.toLowerCase()) ? "" : node.value;
  }
  return "children" in node ? node.children.map((child) => plainText(child, textOf)).join("") : "";
}

/** Converts ascending offsets in UTF-16 units to byte offsets. */
function byteOffsets(text: string, from: number): (offset: number) => number {
  const encoder = new TextEncoder();
  let unit = 0;
  let byte = from;
  return (offset) => {
    // A heading may begin before the offset that was converted last.
    if (offset < unit) return byte - encoder.encode(text.slice(offset, unit)).length;
    byte += encoder.encode(text.slice(unit, offset)).length;
    unit = offset;
    return byte;
  };
}
