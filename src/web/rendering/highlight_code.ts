/** Colours for code blocks, with the grammars that `ra context` reads source files by. */
import { loadLanguage } from "../../context/grammars.ts";
import { escapeHtml, unescapeHtml } from "../html/html.ts";

const BLOCK = /<code data-language="([^"]+)">([^<]*)<\/code>/g;
/** A longer block stays as it is: colours are not worth the wait. */
const LONGEST = 40_000;

/** Colours each block that says its language; one that is not known, or that its grammar fails on, stays as it is. */
export async function highlightCode(html: string): Promise<string> {
  const blocks = await Promise.all(
    [...html.matchAll(BLOCK)].map(async ({ 0: block, 1: name = "", 2: code = "" }) => ({
      block,
      html: await coloured(name, code),
    })),
  );
  let at = 0;
  return html.replace(BLOCK, (block) => blocks[at++]?.html ?? block);
}

async function coloured(name: string, code: string): Promise<string> {
  const plain = `<code>${code}</code>`;
  if (code.length > LONGEST) return plain;
  const grammar = await loadLanguage(name.toLowerCase());
  if (grammar === undefined) return plain;
  try {
    const { value } = grammar.highlighter.highlight(unescapeHtml(code), {
      language: grammar.name,
      ignoreIllegals: true,
    });
    return /<(?!\/?span\b)/.test(value) ? plain : `<code class="${escapeHtml(grammar.name)}">${value}</code>`;
  } catch {
    return plain;
  }
}
