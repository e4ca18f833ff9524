/** Signs that lines of a PDF page begin with, or are made of. */

/** The mark of a list. */
export const BULLET =
  /^[\u2022\u25e6\u25aa\u25ab\u2023\u2043\u00b7\u2219\u25cf\u25cb\u25a0\u25a1\u25b6\u27a2\u2713\u2714\u2610-\u2612\u26ab\u25fb\u25fc\u25c6\u25c7\u25b8\u2751\u2752\u2756\u27a4\u2b27\u2b9a\uf0b7\uf0a7\u2013\u2014*-](?=\s|$)/u;
/** The number of an item, such as `1.`, `a)` or `(iv)`. */
export const NUMBERING = /^(?:\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,5})[.)]|\d{1,2}(?:\.\d{1,3}){1,4}\.?)(?=\s|$)/u;
/** A piece that is a mark or a number of an item, and nothing else. */
export const MARKER =
  /^(?:[\u2022\u25e6\u25aa\u25ab\u2023\u2043\u00b7\u2219\u25cf\u25cb\u25a0\u25a1\u25b6\u27a2\u2713\u2714\u2610-\u2612\u26ab\u25fb\u25fc\u25c6\u25c7\u25b8\u2751\u2752\u2756\u27a4\u2b27\u2b9a\uf0b7\uf0a7\u2013\u2014*-]|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,5})[.)]|\d{1,2}(?:\.\d{1,3}){1,4}\.?|\[\d{1,3}\]|\[[ x]\]|[+\u2610\u2611\u2612])$/u;
/** Dots that lead from a title to its page, or a line to write on. */
export const LEADERS = /(?:\.\s?){5}|\u2026{2}|_{5}/u;
