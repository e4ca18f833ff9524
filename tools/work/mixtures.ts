/** Texts of the signs that mean something to a reader, in shapes that may take it more than linear time. */

/** Signs of Markdown, MDX, HTML and YAML, and a few letters between them. */
const PIECES: readonly string[] = [
  ..."[ ! ] ( ) < > { } * _ ` ~ # - + = | \\ & ; : . , ' \" / $ ^ @ % ?".split(" "),
  ..."![ [[ ]] [^ ]( ][ ]: <!-- --> <? ?> <!A <![CDATA[ ]]> </ /> <A <a> </a> <b> </b> <p> <div> </div> <table> <td> <li> <h1> <pre>"
    .split(" "),
  ..."<script> </script> <b\u00a0 ` `` ``` ~~~ ** __ ::: {{ }} {# {#a} ${ /* */ // $$ --- ... === &amp; &# http:// a A 1 é 日 \u0301"
    .split(" "),
  ...[
    "import ",
    "export ",
    'import a from "',
    "export const a = {",
    "- ",
    "* ",
    "1. ",
    "> ",
    "# ",
    '<a b="',
    "<a b={",
    "a: ",
    "- a",
    "title: ",
    "tags: [",
    "| a |",
  ],
  ...["[a]: b\n", "[a](b)", "<br>", "<dt>", "<dd>", "<i a=", "\r", "\u2028", ". ", "! ", "'s "],
  ...[" ", "  ", "    ", "\t", "\n", "\n\n", "\r\n", "\n    ", "\n> ", "\n- "],
];
/** How often a piece is repeated before the next one. */
const REPEATS = [1, 1, 1, 2, 3, 50];
const MAX_PIECES = 5;

/** A text of about so many bytes. */
export interface Mixture {
  /** For messages. */
  readonly name: string;
  of(bytes: number): string;
}

/** A mixture that depends only on `random` and the pieces. */
export function drawMixture(random: () => number, pieces: readonly string[] = PIECES): Mixture {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const part = (): string =>
    Array.from({ length: 1 + Math.floor(random() * MAX_PIECES) }, () => pick(pieces).repeat(pick(REPEATS))).join("");
  const [first, second, third] = [part(), part(), part()];
  const shape = pick(SHAPES);
  return {
    name: `${shape.name} of ${[first, second, third].map((text) => JSON.stringify(text)).join(", ")}`,
    of: (bytes) => shape(bytes, first, second, third),
  };
}

type Shape = (bytes: number, first: string, second: string, third: string) => string;

const filled = (text: string, bytes: number): string => text.repeat(Math.ceil(bytes / text.length));

/** One part again and again. */
const run: Shape = (bytes, first) => filled(first, bytes);
/** Half of one part, half of another, as what opens and what closes. */
const halves: Shape = (bytes, first, second) => filled(first, bytes / 2) + filled(second, bytes / 2);
/** One part in the middle of others. */
const between: Shape = (bytes, first, second, third) => second + filled(first, bytes) + third;
/** Lines as long as there are lines. */
const square: Shape = (bytes, first, second) => {
  const side = Math.ceil(Math.sqrt(bytes));
  return `${filled(first, side / 2)}${filled(second, side / 2)}\n`.repeat(side);
};
/** Lines that each begin deeper than the one before. */
const stairs: Shape = (bytes, first, second) => {
  const lines = Math.ceil(Math.sqrt(2 * bytes / first.length));
  return Array.from({ length: lines }, (_, at) => `${first.repeat(at)}${second}\n`).join("");
};
/** Runs of which each is longer than the one before. */
const growing: Shape = (bytes, first, second) => {
  const runs = Math.ceil(Math.sqrt(2 * bytes / first.length));
  return Array.from({ length: runs }, (_, at) => first.repeat(at + 1) + second).join("");
};

const SHAPES: readonly Shape[] = [run, halves, between, square, stairs, growing];
