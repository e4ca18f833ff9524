/** Names of styles and fonts in which office programs write code. */
export const CODE_PARAGRAPHS =
  /^(?:(?:source|program|sample|example|inline)[ _-]?)?code(?:[ _-]?(?:block|sample|listing|example|text|snippet|box|line|para(?:graph)?))?$|^codeblock$|preformatted|^verbatim(?! char)|^(?:program |source |code )?listing$|^macro(?: ?text)?$|^(?:terminal|console|shell|command line|screen)$/i;
export const CODE_RUNS = /verbatim|\bcode\b|^code|preformatted|source text|typewriter|keyboard|sample$/i;
export const MONOSPACED =
  /courier|consolas|\bmono|mono\b|menlo|monaco|lucida console|inconsolata|fira code|source code|cascadia|typewriter|fixedsys|terminal/i;
