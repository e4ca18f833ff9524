/** Finds in the text of Markdown, outside code, the labels that nothing defines. */
import { canonicalLabel } from "../links/canonical.ts";
import { withoutCode } from "./code_spans.ts";
import type { LabelUse } from "./label_use.ts";

/** `[label]: address` may stand in quotes and lists. */
const DEFINITION = /^[ \t>]*(?:[-*+][ \t]+|\d{1,9}[.)][ \t]+)?\[((?:[^[\]\\]|\\.){1,999})\]:/;
/**
 * `[text][label]` that follows no word, as an index of an array does, and that no text or index follows. Only an image
 * stands in the text of another link.
 */
const REFERENCE =
  /(?<![\w\])\\!])(?<!\[(?=\[))!?\[(?:[^[\]\\]|\\.){1,300}\]\[((?:[^[\]\\^]|\\.){1,300})\](?![[(\w]|:\S)/g;
/** The end of a text that began on the line before. */
const REFERENCE_END = /^[^[\]]{1,300}(?<![\\])\]\[((?:[^[\]\\^]|\\.){1,300})\](?![[(\w]|:\S)/;
const FOOTNOTE = /(?<![\\[])\[\^([^\s[\]^]{1,200})\](?!:)/g;
/** So many letters in common make a label look like one that has changed. */
export const ALIKE = 5;
const MAX_LINE_LENGTH = 10_000;

/** `from` is where the text begins, behind the frontmatter. */
export function undefinedLabels(text: string, from: number): readonly LabelUse[] {
  const uses: Omit<LabelUse, "isLikeOwn">[] = [];
  const defined = new Map<LabelUse["kind"], Set<string>>([["link", new Set()], ["footnote", new Set()]]);
  for (const { line, number } of withoutCode(text, from)) {
    const cut = line.slice(0, MAX_LINE_LENGTH);
    const definition = cut.includes("]:") ? DEFINITION.exec(cut)?.[1] : undefined;
    if (definition !== undefined) {
      const isNote = definition.startsWith("^");
      defined.get(isNote ? "footnote" : "link")!.add(canonicalLabel(isNote ? definition.slice(1) : definition));
    }
    if (cut.includes("][")) {
      const end = REFERENCE_END.exec(cut)?.[1];
      if (end !== undefined) uses.push({ kind: "link", label: end, line: number });
      for (const [, label = ""] of cut.matchAll(REFERENCE)) uses.push({ kind: "link", label, line: number });
    }
    if (cut.includes("[^")) {
      for (const [, label = ""] of cut.matchAll(FOOTNOTE)) uses.push({ kind: "footnote", label, line: number });
    }
  }
  // In a document without any definition, brackets mean something else.
  return uses.flatMap((use): readonly LabelUse[] => {
    const known = defined.get(use.kind)!;
    const label = canonicalLabel(use.label);
    if (known.size === 0 || known.has(label)) return [];
    return [{ ...use, isLikeOwn: [...known].some((one) => isAlike(one, label)) }];
  });
}

/** Whether a label begins like another one, or is that one with something behind it: `1-old` and `1`. */
function isAlike(known: string, label: string): boolean {
  return known.slice(0, ALIKE) === label.slice(0, ALIKE) ||
    [[known, label], [label, known]].some(([short = "", long = ""]) =>
      long.startsWith(short) && /^[-_ ]/.test(long.slice(short.length))
    );
}
