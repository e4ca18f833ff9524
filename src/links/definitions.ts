/** Finds the definitions of reference links that a passage uses, and that stand elsewhere in its document. */
import { canonicalLabel } from "./canonical.ts";

/** `[label]: destination "title"`. Footnotes look alike and are none. */
const DEFINITION = /^ {0,3}\[(?!\^)((?:[^[\]\\]|\\.){1,500})\]:[ \t]*\S.{0,1999}$/;
const FENCE = /^[ \t>]*(`{3,}|~{3,})/;
/** More of them are left out. */
const MAX_DEFINITIONS = 200;

/** As they are written, in the order of the document; of several with one label, the first, which counts. */
export function definitionsFor(passage: string, document: string): readonly string[] {
  const used = new Set<string>();
  for (const [, label] of passage.matchAll(/\[((?:[^[\]\\]|\\.){1,500})\]/g)) used.add(canonicalLabel(label!));
  if (used.size === 0) return [];
  for (const { label } of definitionsIn(passage)) used.delete(label);
  const found: string[] = [];
  for (const { label, line } of definitionsIn(document)) {
    if (used.delete(label) && found.length < MAX_DEFINITIONS) found.push(line);
  }
  return found;
}

function definitionsIn(text: string): readonly { readonly label: string; readonly line: string }[] {
  if (!text.includes("]:")) return [];
  const found: { label: string; line: string }[] = [];
  let fence: string | undefined;
  for (const written of text.split("\n")) {
    const line = written.replace(/\r$/, "");
    const marks = FENCE.exec(line)?.[1];
    if (marks !== undefined && (fence === undefined || marks.startsWith(fence))) {
      fence = fence === undefined ? marks : undefined;
    }
    const label = fence === undefined ? DEFINITION.exec(line)?.[1] : undefined;
    if (label !== undefined) found.push({ label: canonicalLabel(label), line: line.trim() });
  }
  return found;
}
