/** Finds code in reStructuredText and AsciiDoc, as their readers do. */
import type { FoundMarkup } from "../document/formats/markup.ts";
import { shownText } from "../document/formats/shown_text.ts";
import type { CodeSpan } from "./code_spans.ts";

/** A role with its target: `` :meth:`text <target>` ``. `~` and a dot before the target are signs for Sphinx. */
const ROLE = /^:[\w:+.-]{1,100}:`(?:[^`<]*<)?~?\.?([^`<>]*)>?`$/;
const DIRECTIVE = /^[ \t]{0,80}\.\. (?:py:)?(?:current)?module:: +(\S+)/;

export function spansOf(markup: FoundMarkup): readonly CodeSpan[] {
  const lines = markup.text.split("\n");
  let start = 0;
  let line = 0;
  let module: string | undefined;
  return markup.marks.filter(({ kind }) => kind === "code").map((mark) => {
    for (; line < lines.length && start <= mark.start; line++) {
      module = DIRECTIVE.exec(lines[line]!)?.[1] ?? module;
      start += lines[line]!.length + 1;
    }
    const target = ROLE.exec(markup.text.slice(mark.start, mark.end))?.[1];
    return { text: (target ?? shownText(markup, mark)).replace(/\s+/g, " "), line, module };
  });
}

/** The lines of its blocks of code. */
export function codeLinesOf({ text, blocks }: FoundMarkup): readonly string[] {
  return blocks.filter(({ kind }) => kind === "code").flatMap(({ start, end }) => text.slice(start, end).split("\n"));
}
