/** Finds the headings of MDX with micromark and its MDX extension: the oracle for the core. */
import { parse, postprocess, preprocess } from "micromark";
import { mdxjs } from "micromark-extension-mdxjs";

/** The tokens that count as text of a heading, and those that do not. */
const TEXT = new Set(["data", "codeTextData", "characterEscapeValue", "lineEnding", "codeTextPadding"]);
const NOT_TEXT = new Set([
  "mdxJsxTextTag",
  "mdxTextExpression",
  "resource",
  "reference",
  "definition",
  "atxHeadingSequence",
  "setextHeadingLine",
]);
const CONTAINERS = new Set(["blockQuote", "listOrdered", "listUnordered"]);

/** Returns `line level text` of each heading outside quotes and lists. Throws where MDX would. */
export function mdxHeadings(text: string): readonly string[] {
  const events = postprocess(parse({ extensions: [mdxjs()] }).document().write(preprocess()(text, "utf8", true)));
  const headings: string[] = [];
  let containers = 0;
  let silent = 0;
  let open: { readonly line: number; level: number; text: string } | undefined;
  for (const [kind, token, context] of events) {
    const by = kind === "enter" ? 1 : -1;
    if (CONTAINERS.has(token.type)) containers += by;
    if (token.type === "atxHeading" || token.type === "setextHeading") {
      if (kind === "enter") open = { line: token.start.line, level: 0, text: "" };
      else if (containers === 0) {
        headings.push(`${open!.line} ${open!.level} ${open!.text.replace(/\s+/g, " ").trim()}`);
      }
      if (kind === "exit") open = undefined;
    }
    if (open === undefined) continue;
    if (kind === "enter" && open.level === 0) {
      const sequence = context.sliceSerialize(token);
      if (token.type === "atxHeadingSequence") open.level = sequence.length;
    }
    if (kind === "enter" && token.type === "setextHeadingLineSequence") {
      open.level = context.sliceSerialize(token).startsWith("=") ? 1 : 2;
    }
    if (NOT_TEXT.has(token.type)) silent += by;
    if (silent === 0 && kind === "enter" && TEXT.has(token.type)) open.text += context.sliceSerialize(token);
  }
  return headings;
}

const HIDDEN = new Set([
  "mdxjsEsm",
  "mdxFlowExpression",
  "mdxTextExpression",
  "mdxJsxFlowTag",
  "mdxJsxTextTag",
]);

/** Returns the text with spaces in place of JavaScript. Throws where MDX would. */
export function mdxText(text: string): string {
  const units = text.split("");
  for (
    const [kind, token] of postprocess(
      parse({ extensions: [mdxjs()] }).document().write(preprocess()(text, "utf8", true)),
    )
  ) {
    if (kind === "enter" && HIDDEN.has(token.type)) units.fill(" ", token.start.offset, token.end.offset);
  }
  return units.join("");
}
