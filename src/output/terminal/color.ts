/** Colours for a terminal. The decision is made once for each stream (`usesColor` of the host) and passed down. */

type Style = (text: string) => string;

/** Styles are named by meaning, so that only this file knows the colours. */
export interface Palette {
  readonly enabled: boolean;
  /** An id of a chunk, or another name to copy. */
  readonly id: Style;
  readonly heading: Style;
  /** Secondary text: breadcrumbs, units, separators. */
  readonly dim: Style;
  readonly match: Style;
  readonly good: Style;
  readonly caution: Style;
  readonly bad: Style;
}

/**
 * Makes a palette that colours, or one that returns its input. Colour libraries read `TERM` when they load, and Deno
 * asks the user for permission to do that. So this module has its own escape sequences.
 */
export function createPalette(enabled: boolean): Palette {
  // Makes a style from the codes that start and end it.
  const sgr = (open: number, close: number): Style => {
    if (!enabled) return (text) => text;
    const start = `\u001b[${open}m`;
    const end = `\u001b[${close}m`;
    // An inner style that ends with the same code (bold in dim) would end the outer one, so the outer one starts again.
    return (text) => (text === "" ? "" : `${start}${text.replaceAll(end, end + start)}${end}`);
  };
  const bold = sgr(1, 22);
  const yellow = sgr(33, 39);
  return {
    enabled,
    id: sgr(36, 39),
    heading: bold,
    dim: sgr(2, 22),
    match: (text) => bold(yellow(text)),
    good: sgr(32, 39),
    caution: yellow,
    bad: sgr(31, 39),
  };
}
