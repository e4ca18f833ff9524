/** Reads tables of contents whose entries are other documents. */
import { type Directive, hideArguments, hideSyntax, showOptions } from "./directive_parts.ts";
import { isBlankLine } from "./lines.ts";

const TITLED_ENTRY = /^([^]+?)\s*<([^<>]*)>$/;

/** Its entries lead to documents. What they are called stands there, unless an entry says it. */
export function readToctree(directive: Directive): void {
  const { state, lines, contentFrom, end, scope } = directive;
  hideSyntax(directive);
  hideArguments(directive);
  showOptions(directive);
  for (let at = contentFrom; at < end; at++) {
    const line = lines[at]!;
    if (isBlankLine(line)) continue;
    const entry = state.text.slice(line.start, line.end);
    const [, title, path = entry] = TITLED_ENTRY.exec(entry) ?? [];
    if (title === undefined || /^\s*$/.test(title)) {
      state.found.hide(line.start, line.end);
      state.found.link("link", path, line.start, line.end);
      continue;
    }
    const shown = { start: line.start, end: line.start + title.length };
    state.found.hide(shown.end, line.end);
    state.block(scope, { kind: "item", ordered: false, ...shown });
    state.link(path, shown);
  }
}
