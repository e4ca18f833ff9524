/**
 * Links by a label lead where a definition of their own cell says. In one text, they would lead where that of any cell
 * says. So what another cell's definition would make a link is marked as text.
 */

/** A definition, also in a quote or a list. Notes, `[^1]: …`, are none. */
const DEFINITION = /^[ \t>*+\d.)-]{0,100}\[([^[\]\n^][^[\]\n]{0,998})\]:/gm;
const LABEL = /\[([^[\]\n^][^[\]\n]{0,998})\](?!\()/g;

/** The texts of the Markdown cells of one notebook, in their order. */
export function withOwnLabels(texts: readonly string[]): readonly string[] {
  const defined = texts.map((text) => new Set(text.includes("]:") ? labelsIn(text) : []));
  const all = new Set(defined.flatMap((labels) => [...labels]));
  if (all.size === 0) return texts;
  return texts.map((text, at) => {
    const isForeign = (label: string): boolean => all.has(folded(label)) && !defined[at]!.has(folded(label));
    const code = codeIn(text);
    let next = 0;
    return text.replace(LABEL, (written, label: string, start: number) => {
      while (next < code.length && code[next]!.end <= start) next++;
      const isCode = next < code.length && code[next]!.start <= start;
      return isCode || text[start - 1] === "\\" || !isForeign(label) ? written : `\\${written}`;
    });
  });
}

function labelsIn(text: string): readonly string[] {
  return [...text.matchAll(DEFINITION)].map(([, label]) => folded(label!));
}

function folded(label: string): string {
  return label.trim().replace(/\s+/g, " ").toLowerCase().toUpperCase();
}

/** Where code stands between backticks: from a row of them to the next one of the same length. */
function codeIn(text: string): readonly { readonly start: number; readonly end: number }[] {
  const rows = [...text.matchAll(/`+/g)].map(({ 0: row, index }) => ({ start: index, length: row.length }));
  const later = new Map<number, number>();
  const closing = rows.map(() => -1);
  for (let at = rows.length - 1; at >= 0; at--) {
    const { length } = rows[at]!;
    closing[at] = later.get(length) ?? -1;
    later.set(length, at);
  }
  const found: { readonly start: number; readonly end: number }[] = [];
  for (let at = 0; at < rows.length; at++) {
    const close = closing[at]!;
    if (close < 0) continue;
    found.push({ start: rows[at]!.start, end: rows[close]!.start + rows[close]!.length });
    at = close;
  }
  return found;
}
