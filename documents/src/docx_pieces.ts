/** The text of a paragraph in pieces, each with its format. */
import { escapeHtml } from "./archive.ts";

export interface PieceFormat {
  readonly isBold: boolean;
  readonly isItalic: boolean;
  readonly isStruck: boolean;
  readonly isCode: boolean;
  readonly position: "sup" | "sub" | "";
  readonly link: string | undefined;
  readonly isPageNumber: boolean;
}

export type Piece =
  | { readonly kind: "text"; readonly text: string; readonly format: PieceFormat }
  | { readonly kind: "break" }
  /** What stands in the line without a format, such as the text of a picture. */
  | { readonly kind: "html"; readonly html: string; readonly text: string };

export const PLAIN: PieceFormat = {
  isBold: false,
  isItalic: false,
  isStruck: false,
  isCode: false,
  position: "",
  link: undefined,
  isPageNumber: false,
};

/** Pieces of one format become one element. */
export function piecesHtml(pieces: readonly Piece[], withMarks = true): string {
  const out: string[] = [];
  const open: string[] = [];
  const openUpTo = (tags: readonly string[]): void => {
    let same = 0;
    while (same < tags.length && open[same] === tags[same]) same++;
    while (open.length > same) out.push(`</${/^[a-z]+/.exec(open.pop()!)![0]}>`);
    for (const tag of tags.slice(same)) {
      open.push(tag);
      out.push(`<${tag}>`);
    }
  };
  for (const piece of pieces) {
    if (piece.kind === "text") {
      openUpTo(tagsOf(piece.format, withMarks));
      out.push(escapeHtml(piece.text));
    } else {
      openUpTo([]);
      out.push(piece.kind === "break" ? "<br>" : piece.html);
    }
  }
  openUpTo([]);
  return out.join("");
}

function tagsOf(
  { isBold, isItalic, isStruck, isCode, position, link }: PieceFormat,
  withMarks: boolean,
): readonly string[] {
  return [
    ...(link === undefined ? [] : [`a href="${escapeHtml(link)}"`]),
    ...(withMarks && isBold ? ["strong"] : []),
    ...(withMarks && isItalic ? ["em"] : []),
    ...(isStruck ? ["s"] : []),
    ...(position === "" ? [] : [position]),
    ...(isCode ? ["code"] : []),
  ];
}

export function piecesText(pieces: readonly Piece[]): string {
  return pieces.map((piece) => (piece.kind === "break" ? "\n" : piece.text)).join("");
}

/** What links in the document lead to. */
export function anchorPiece(name: string): Piece {
  return { kind: "html", html: `<a id="${escapeHtml(name)}"></a>`, text: "" };
}
