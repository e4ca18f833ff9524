/** Compares the texts of copies: what a reader sees, and what the markup says of it. */
import { isSameText } from "../../text/visible.ts";
import { fileExtension, joinPath, parentPath } from "../../text/paths.ts";

/** The own text of a chunk. */
export interface OwnText {
  /** The path of its document. */
  readonly path: string;
  /** Its pieces, as they stand in the text of the document and as a reader sees them. */
  readonly bytes: readonly Uint8Array[];
  readonly visible: readonly Uint8Array[];
}

/**
 * Whether two texts differ in white space and markup alone, and in none that matters: the lines of code with their
 * indentation, the targets of links, what is ticked off and what is struck out.
 */
export function isSamePassage(one: OwnText, other: OwnText): boolean {
  const [text, same] = [decoded(one), decoded(other)];
  if (text === same) return true;
  if (!isSameText(one.visible, other.visible)) return false;
  const [signs, others] = [signsOf(text, one.path), signsOf(same, other.path)];
  return signs.exact === others.exact && signs.targets.length === others.targets.length &&
    signs.targets.every((target, at) => isSameTarget(target, others.targets[at]!));
}

function decoded({ bytes }: OwnText): string {
  return bytes.map((piece) => new TextDecoder().decode(piece)).join("\n").replaceAll("\r\n", "\n");
}

interface Signs {
  /** Lines of code, boxes of tasks and what is struck out. */
  readonly exact: string;
  readonly targets: readonly Target[];
}

/** The target of a link, as written and from the top of the tree. */
interface Target {
  readonly written: string;
  readonly path: string;
}

/** A copy in another folder has other ways to the same file. */
function isSameTarget(one: Target, other: Target): boolean {
  return one.written === other.written || one.path === other.path;
}

/** Other files are code, where white space counts in each line. */
const PROSE =
  /^(?:|md|markdown|mdx|mdc|mkdn?|mdown|mdwn|mdtext|qmd|rmd|rmarkdown|x?html?|txt|text|rst|rest|adoc|asciidoc|org|docx?|odt|rtf|pdf|epub|pptx|odp|ipynb)$/;
const BOX = /^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[([ xX])\]/gm;
const STRUCK = /~~(?=\S)([^\n~]+)~~|<(?:del|s|strike)\b[^<>]*>([^<]*)/g;
const TARGET =
  /\]\(\s*(<[^<>\n]*>|[^\s)]*)|^ {0,3}\[[^\]\n]+\]:[ \t]*(\S+)|\b(?:href|src)[ \t]*=[ \t]*["']?([^"'\s<>]*)/gim;

function signsOf(text: string, path: string): Signs {
  if (!PROSE.test(fileExtension(path))) return { exact: codeLines(text.split("\n")).join("\n"), targets: [] };
  const { code, prose } = divided(text);
  const boxes = [...prose.matchAll(BOX)].map(([, box]) => box === " " ? "open" : "done");
  const struck = [...prose.matchAll(STRUCK)].map(([, tildes, tag]) => (tildes ?? tag ?? "").trim());
  const folder = joinPath("/", parentPath(path));
  const targets = [...prose.matchAll(TARGET)].map(([, link, reference, attribute]): Target => {
    const written = (link ?? reference ?? attribute ?? "").replace(/^<|>$/g, "");
    const isRelative = !/^(?:[a-z][\w+.-]*:|[/#?])/i.test(written);
    return { written, path: isRelative ? joinPath(folder, written) : written };
  });
  return { exact: [...code, "", ...boxes, ...struck].join("\n"), targets };
}

const FENCE = /^((?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*)(`{3,}|~{3,})/;

/** The code between fences and below an indentation, and all other lines. */
function divided(text: string): { readonly code: readonly string[]; readonly prose: string } {
  const code: string[] = [];
  const prose: string[] = [];
  let block: string[] = [];
  let fence: { readonly sign: string; readonly indent: number } | undefined;
  let mayIndent = true;
  let isInList = false;
  const end = (): void => {
    code.push(...codeLines(block));
    block = [];
  };
  for (const line of text.split("\n")) {
    if (fence !== undefined) {
      const own = withoutIndent(line, fence.indent);
      if (own.trim().startsWith(fence.sign) && /^[`~]+$/.test(own.trim())) {
        end();
        fence = undefined;
      } else block.push(own);
      continue;
    }
    const isIndented = /^(?: {4}|\t)/.test(line);
    if (isIndented && mayIndent && !isInList) {
      block.push(line);
      continue;
    }
    if (line.trim() === "") {
      if (block.length > 0) block.push("");
      mayIndent = true;
      continue;
    }
    end();
    const [whole, before = "", sign] = FENCE.exec(line) ?? [];
    if (whole !== undefined) fence = { sign: sign!, indent: before.length };
    else prose.push(line);
    mayIndent = false;
    if (/^\s*(?:[-*+]|\d{1,9}[.)])[ \t]/.test(line)) isInList = true;
    else if (/^\S/.test(line)) isInList = false;
  }
  end();
  return { code, prose: prose.join("\n") };
}

/** Without the white space and the signs of a quotation that stand before each line of a block. */
function withoutIndent(line: string, indent: number): string {
  let at = 0;
  while (at < indent && /[ \t>]/.test(line[at] ?? "")) at++;
  return line.slice(at);
}

/** Lines without what all are indented by, without white space at their ends, and without blank lines around. */
function codeLines(lines: readonly string[]): readonly string[] {
  const trimmed = lines.map((line) => line.trimEnd());
  const first = trimmed.findIndex((line) => line !== "");
  if (first < 0) return [];
  const own = trimmed.slice(first, trimmed.findLastIndex((line) => line !== "") + 1);
  const indents = own.filter((line) => line !== "").map((line) => line.length - line.trimStart().length);
  const common = indents.reduce((least, indent) => Math.min(least, indent), Infinity);
  return own.map((line) => line.slice(common));
}
