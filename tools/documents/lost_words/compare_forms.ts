/** Whether headings, formulas, numbers, states and links are shown in their forms. */
import type { Compared, Fault, Part } from "./labels.ts";
import type { Places } from "./compare_places.ts";
import { compact, visible, withMarks, wordsOf } from "./shown_words.ts";

/** The text in the forms that the comparisons need. */
export interface Forms {
  readonly markdown: string;
  readonly marked: string;
  readonly compacted: string;
  readonly titles: readonly string[];
}

export function formsOf(markdown: string): Forms {
  const marked = withMarks(markdown);
  const titles = [...markdown.matchAll(/^#{1,6} (.*)$/gm)].map(([, title]) =>
    ` ${wordsOf(visible(title!)).join(" ")} `
  );
  return { markdown, marked, compacted: compact(marked), titles };
}

export function* formFaults(part: Part, { document }: Compared, forms: Forms, places: Places): Generator<Fault> {
  const fault = (kind: Fault["kind"], what: string): Fault => ({ kind, construct: part.construct, what });
  const isShown = (form: string): boolean =>
    form.startsWith("~")
      ? forms.compacted.includes(compact(form.slice(1)))
      : forms.marked.includes(form.replace(/[*`]/g, ""));
  for (const title of part.headings) {
    const wanted = ` ${wordsOf(title).join(" ")} `;
    if (!forms.titles.some((found) => found.includes(wanted))) yield fault("heading", title);
  }
  for (const alternatives of part.shown) {
    if (!alternatives.some(isShown)) yield fault("form", alternatives[0]!);
  }
  for (const form of part.absent) {
    if (new RegExp(`(?<![\\p{L}\\p{N}])${form}(?![\\p{L}\\p{N}])`, "u").test(forms.marked)) {
      yield fault("form", `not ${form}`);
    }
  }
  for (const [word, alternatives] of part.beside) {
    const line = withMarks(lineOf(places, word) ?? "");
    if (line !== "" && !alternatives.some((form) => line.includes(form))) {
      yield fault("form", line.trim().slice(0, 100));
    }
  }
  for (const [one, other] of part.states) {
    const [a, b] = [one, other].map((word) =>
      lineOf(places, word)?.toLowerCase().replace(word, "").replace(/\s+/g, " ").trim()
    );
    if (a !== undefined && a === b) yield fault("state", `${one} and ${other}`);
  }
  const said = [forms.markdown, ...document.said, ...document.omitted.flatMap(({ lines }) => lines)].join("\n");
  const lower = `${said}\n${visible(said)}`.toLowerCase();
  for (const alternatives of part.said) {
    if (!alternatives.some((form) => lower.includes(form.toLowerCase()))) yield fault("unsaid", alternatives[0]!);
  }
  for (const target of part.targets) if (!forms.markdown.includes(target)) yield fault("link", target);
}

function lineOf({ lines, words }: Places, word: string): string | undefined {
  const at = words.findIndex((line) => line.has(word));
  return at < 0 ? undefined : lines[at];
}
