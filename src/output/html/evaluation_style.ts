/** The style of the page of `ra rag eval`, which holds everything that it needs. */
export const EVALUATION_STYLE = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#fcfbf9, #171512);
  --raised: light-dark(#fff, #1f1c18);
  --ink: light-dark(#23201c, #e9e4db);
  --soft: light-dark(#696258, #a79f92);
  --line: light-dark(#e6e1d8, #34302a);
  --good: light-dark(#23703a, #93d3a2);
  --bad: light-dark(#a3201b, #f09a8d);
  --mono: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 1.5rem; max-width: 84rem;
  background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif;
}
h1 { font-size: 1.6rem; margin: 0 0 1rem; }
h2 { font-size: 1.15rem; margin: 0; }
h3 { font-size: 0.9rem; margin: 0 0 0.4rem; color: var(--soft); }
dl, dd { margin: 0; }
dt, small, footer { color: var(--soft); font-size: 0.8rem; }
.facts, .tiles { display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem; margin-bottom: 1rem; }
.facts dd { font-size: 0.9rem; overflow-wrap: anywhere; }
.tiles > div { background: var(--raised); border: 1px solid var(--line); border-radius: 0.5rem; padding: 0.4rem 0.8rem; }
.tiles dd { font-size: 1.2rem; }
nav ol { display: flex; flex-wrap: wrap; gap: 0.3rem 1rem; padding: 0; list-style: none; }
nav a { color: inherit; }
nav .passed::before { content: "✓ "; color: var(--good); }
nav .failed::before { content: "✗ "; color: var(--bad); }
article {
  background: var(--raised); border: 1px solid var(--line); border-left: 0.3rem solid var(--good);
  border-radius: 0.5rem; padding: 1rem; margin: 1rem 0;
}
article.failed { border-left-color: var(--bad); }
.state { text-transform: uppercase; font-size: 0.8rem; color: var(--good); }
.failed .state { color: var(--bad); }
.question { font-size: 1.05rem; margin: 0.3rem 0; }
.reasons { color: var(--bad); margin: 0.3rem 0; }
.measures { display: flex; flex-wrap: wrap; gap: 0 1.2rem; list-style: none; padding: 0; margin: 0.3rem 0 0.8rem; }
.columns { display: grid; grid-template-columns: 1fr 1fr; gap: 1.5rem; }
.columns > section { min-width: 0; }
.answer { white-space: pre-wrap; overflow-wrap: anywhere; }
.rows { margin: 0; padding-left: 1.6rem; }
pre {
  white-space: pre-wrap; overflow: auto; overflow-wrap: anywhere; max-height: 16rem; margin: 0.3rem 0; padding: 0.6rem;
  border: 1px solid var(--line); border-radius: 0.3rem; font: 0.8rem/1.45 var(--mono);
}
code { font: 0.85em var(--mono); overflow-wrap: anywhere; }
.sentences { margin-top: 1rem; }
table { width: 100%; border-collapse: collapse; table-layout: fixed; }
td { vertical-align: top; border-top: 1px solid var(--line); padding: 0.5rem 0.8rem 0.5rem 0; overflow-wrap: anywhere; }
.mark { font-size: 0.75rem; border: 1px solid currentColor; border-radius: 0.3rem; padding: 0 0.3rem; }
.good { color: var(--good); }
.bad { color: var(--bad); }
@media (max-width: 50rem) {
  .columns { grid-template-columns: 1fr; }
  td { display: block; }
}
`;
