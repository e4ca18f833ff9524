/** PDF files whose texts stand at given places. */
import { pdfOf } from "./sample_files.ts";

/** Helvetica, its bold letters, and Courier. */
type Font = "plain" | "bold" | "code";

export interface Placed {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly size?: number;
  readonly font?: Font;
}

export interface Bookmark {
  readonly title: string;
  /** From 0. */
  readonly page: number;
  readonly items?: readonly Bookmark[];
}

interface Extras {
  /** The fields and notes of every page. */
  readonly annotations?: string;
  readonly bookmarks?: readonly Bookmark[];
  /** On every page, before its texts. */
  readonly drawing?: string;
  /** Of a page, in points. */
  readonly height?: number;
}

const FONTS: Readonly<Record<Font, string>> = { plain: "Helvetica", bold: "Helvetica-Bold", code: "Courier" };
const NAMES = Object.keys(FONTS) as readonly Font[];

/** A page is 612 points wide, and 792 high. Letters are in Latin-1. */
export function placedPdf(pages: readonly (readonly Placed[])[], extras: Extras = {}): Uint8Array {
  const { annotations = "", bookmarks = [], drawing = "", height = 792 } = extras;
  const objects: string[] = ["", ""];
  const add = (object: string): number => objects.push(object);
  const fonts = NAMES.map((name) =>
    `/${name} ${add(`<< /Type /Font /Subtype /Type1 /BaseFont /${FONTS[name]} /Encoding /WinAnsiEncoding >>`)} 0 R`
  ).join(" ");
  const kids = pages.map((texts) => {
    const content = drawing +
      texts.map(({ x, y, text, size = 10, font = "plain" }) =>
        `BT /${font} ${size} Tf ${x} ${y} Td (${text.replace(/[()\\]/g, "\\$&")}) Tj ET`
      ).join("\n");
    const stream = add(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
    return add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 ${height}] /Resources << /Font << ${fonts} >> >> ` +
        `/Annots [${annotations}] /Contents ${stream} 0 R >>`,
    );
  });
  const outline = bookmarks.length === 0 ? "" : `/Outlines ${addOutline(bookmarks, kids, objects)} 0 R`;
  objects[0] = `<< /Type /Catalog /Pages 2 0 R ${outline} >>`;
  objects[1] = `<< /Type /Pages /Kids [${kids.map((kid) => `${kid} 0 R`).join(" ")}] /Count ${kids.length} >>`;
  return pdfOf(objects.map((object) => Uint8Array.from(object, (letter) => letter.charCodeAt(0))));
}

function addOutline(bookmarks: readonly Bookmark[], kids: readonly number[], objects: string[]): number {
  const root = objects.push("");
  const addAll = (items: readonly Bookmark[], parent: number): string => {
    const numbers = items.map(() => objects.push(""));
    for (const [at, { title, page, items: inner = [] }] of items.entries()) {
      const next = numbers[at + 1] === undefined ? "" : `/Next ${numbers[at + 1]} 0 R`;
      const children = inner.length === 0 ? "" : addAll(inner, numbers[at]!);
      objects[numbers[at]! - 1] = `<< /Title (${title}) /Parent ${parent} 0 R ${next} ${children} ` +
        `/Dest [${kids[page]} 0 R /XYZ 0 792 0] >>`;
    }
    return `/First ${numbers[0]} 0 R /Last ${numbers.at(-1)} 0 R /Count ${numbers.length}`;
  };
  objects[root - 1] = `<< /Type /Outlines ${addAll(bookmarks, root)} >>`;
  return root;
}

/** Lines below each other. */
export function column(
  x: number,
  y: number,
  lines: readonly string[],
  { leading = 14, ...rest }: { readonly leading?: number; readonly size?: number; readonly font?: Font } = {},
): readonly Placed[] {
  return lines.map((text, at) => ({ x, y: y - leading * at, text, ...rest }));
}
