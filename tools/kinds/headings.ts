/** Headings, by a simple expression for each format: enough for the headings of questions, and for a setup of FTS5. */

/** A line of a file, or of a cell of a notebook. */
interface TextLine {
  readonly text: string;
  /** The line of the file, or the cell of the notebook, from 1. */
  readonly place: number;
  /** False in cells of code. */
  readonly hasHeadings: boolean;
}

interface Heading {
  /** Its index in the lines. */
  readonly at: number;
  readonly text: string;
  /** Where its section ends, exclusive. A section includes those below it. */
  readonly end: number;
}

export interface Outline {
  readonly lines: readonly TextLine[];
  readonly headings: readonly Heading[];
}

interface Title {
  readonly text: string;
  /** 1 is the highest; `OBJECT` ends with its indented body. */
  readonly rank: number;
}

/** The title that begins at the second of three lines. */
type Finder = (before: string, line: string, next: string) => Title | undefined;

const OBJECT = Infinity;

export function outlineOf(path: string, content: string): Outline {
  const lines = path.endsWith(".ipynb") ? cellLines(content) : fileLines(content);
  const find = finderOf(path);
  const text = (at: number): string => lines[at]?.text ?? "";
  const titles = lines.flatMap(({ hasHeadings }, at) => {
    const title = hasHeadings ? find(text(at - 1), text(at), text(at + 1)) : undefined;
    return title === undefined ? [] : [{ ...title, at }];
  });
  const headings = titles.map(({ at, text, rank }, number) => {
    const end = rank === OBJECT
      ? bodyEnd(lines, at)
      : titles.slice(number + 1).find((later) => later.rank <= rank)?.at ?? lines.length;
    return { at, text, end };
  });
  return { lines, headings };
}

function fileLines(content: string): readonly TextLine[] {
  return content.split(/\r?\n/).map((text, at) => ({ text, place: at + 1, hasHeadings: true }));
}

/** An empty line divides the cells. */
function cellLines(content: string): readonly TextLine[] {
  const { cells } = JSON.parse(content) as {
    readonly cells: readonly { readonly cell_type: string; readonly source: string | readonly string[] }[];
  };
  return cells.flatMap(({ cell_type, source }, at) =>
    `${[source].flat().join("")}\n`.split(/\r?\n/).map((text) => ({
      text,
      place: at + 1,
      hasHeadings: cell_type === "markdown",
    }))
  );
}

function finderOf(path: string): Finder {
  if (/\.(?:rst|rest|txt)$/.test(path)) return restructuredText();
  if (/\.(?:adoc|asciidoc|asc)$/.test(path)) return asciidoc();
  if (path.endsWith(".org")) return org;
  return /\.[1-9][a-z]*$/.test(path) ? man : markdown;
}

function markdown(_: string, line: string, next: string): Title | undefined {
  const [, signs, text] = /^(#{1,6})[ \t]+(\S.*)$/.exec(line) ?? [];
  if (signs !== undefined) return { text: text!.trim(), rank: signs.length };
  const under = line.trim() === "" ? null : /^(?:={3,}|-{3,})\s*$/.exec(next);
  return under === null ? undefined : { text: line.trim(), rank: next.startsWith("=") ? 1 : 2 };
}

/** Descriptions of functions, options and the like, of any domain or made from a source. */
const OBJECTS = new RegExp(
  String.raw`^[ \t]*\.\. (?:(?:py|c|cpp|js|rst|http):(?!(?:current)?module|namespace)[\w-]+|` +
    String
      .raw`(?:auto)?(?:function|class|method|classmethod|staticmethod|attribute|data|exception|decorator|property)|` +
    String.raw`describe|object|envvar|confval|(?:[\w-]+-)?option)::[ \t]+(\S.*)$`,
);
const ADORNMENT = /^([!-/:-@[-\x60{-~])\1*[ \t]*$/;

/** Ranks follow the order in which adornments come. */
function restructuredText(): Finder {
  const styles: string[] = [];
  return (before, line, next) => {
    const [, argument] = OBJECTS.exec(line) ?? [];
    if (argument !== undefined) return { text: argument.trim(), rank: OBJECT };
    const [, sign] = ADORNMENT.exec(next) ?? [];
    if (sign === undefined || line.trim() === "" || ADORNMENT.test(line)) return undefined;
    const isOverlined = before.trimEnd() === next.trimEnd();
    if (/^\s/.test(line) && !isOverlined) return undefined;
    // As docutils: a shorter line of less than four signs is text.
    if (next.trim().length < Math.min(4, line.trim().length)) return undefined;
    const style = isOverlined ? sign + sign : sign;
    if (!styles.includes(style)) styles.push(style);
    return { text: line.trim(), rank: styles.indexOf(style) + 1 };
  };
}

const UNDERLINES = "=-~^+";
/** What begins and ends listings, literal text, comments and what passes through. */
const DELIMITER = /^(?:-{4,}|\.{4,}|\/{4,}|\+{4,}|\x60{3,})$/;

function asciidoc(): Finder {
  let open = "";
  let isUnderline = false;
  let isAfterBlock = false;
  return (before, line, next) => {
    const begins = isAfterBlock || /^(?:\[.*\]|\/\/.*)?\s*$/.test(before);
    isAfterBlock = isUnderline || (open !== "" && line.trimEnd() === open);
    if (isUnderline || open !== "") {
      if (isAfterBlock) open = "";
      isUnderline = false;
      return undefined;
    }
    if (DELIMITER.test(line.trimEnd())) open = line.trimEnd();
    const [, signs, text] = /^(={1,6}|#{1,6})[ \t]+(\S.*)$/.exec(line) ?? [];
    if (signs !== undefined) return { text: text!.trim(), rank: signs.length };
    const [, under] = /^(={2,}|-{2,}|~{2,}|\^{2,}|\+{2,})[ \t]*$/.exec(next) ?? [];
    if (under === undefined || open !== "" || !begins || !/^[^\s.[]/.test(line)) return undefined;
    // As Asciidoctor: the line is as long as the title, or one sign more or less.
    isUnderline = Math.abs([...line.trimEnd()].length - under.length) <= 1;
    return isUnderline ? { text: line.trim(), rank: UNDERLINES.indexOf(under[0]!) + 1 } : undefined;
  };
}

function org(_: string, line: string): Title | undefined {
  const [, stars, text] = /^(\*+)[ \t]+(\S.*)$/.exec(line) ?? [];
  return stars === undefined ? undefined : { text: text!.trim(), rank: stars.length };
}

/** A constant or a variable that a list explains. */
const MAN_NAME = /^(?:\.[BIR]{1,2}[ \t]+)?"?([A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9])\b/;

/** The macros of man and of mdoc. A title may stand in the next line. */
function man(before: string, line: string, next: string): Title | undefined {
  const [, name] = (/^[.'][ \t]*TP\b/.test(before) ? MAN_NAME.exec(line) : null) ?? [];
  if (name !== undefined) return { text: name, rank: 3 };
  const [, kind, argument = ""] = /^[.'][ \t]*S([HhSs])(?:[ \t]+(.*))?$/.exec(line) ?? [];
  if (kind === undefined) return undefined;
  const text = argument.trim() === "" ? next : argument;
  return { text: text.trim().replace(/^"(.*)"$/, "$1"), rank: /h/i.test(kind) ? 1 : 2 };
}

/** Up to the first line that is indented no deeper than the object. */
function bodyEnd(lines: readonly TextLine[], at: number): number {
  const indent = ({ text }: TextLine): number => text.length - text.trimStart().length;
  const own = indent(lines[at]!);
  const length = lines.slice(at + 1).findIndex((line) => line.text.trim() !== "" && indent(line) <= own);
  return length < 0 ? lines.length : at + 1 + length;
}
