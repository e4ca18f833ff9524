/** Colours for a terminal, decided once per stream (`usesColor` of the host) and handed down. */

type Style = (text: string) => string;

/** Named by meaning, not by colour, so that a theme stays in one place. */
export interface Palette {
  readonly enabled: boolean;
  /** A chunk id or another name to copy. */
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
 * A palette that colours, or one that returns its input. Colour libraries read `TERM` when they load, and Deno asks
 * the user for that, so the escape sequences stand here.
 */
export function createPalette(enabled: boolean): Palette {
  // SGR pairs: what starts a style and what ends it.
  const sgr = (open: number, close: number): Style => {
    if (!enabled) return (text) => text;
    const start = `\u001b[${open}m`;
    const end = `\u001b[${close}m`;
    // An inner style that ends with the same code (bold in dim) must not end this one.
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
