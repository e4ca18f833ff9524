/**
 * Makes queries that people copy rather than think up: whole titles, names of code, flags, commands and error messages.
 * Each stands in one document alone, so that document is the answer.
 */
import type { Collection, CollectionDocument, EvalQuery } from "./collection.ts";
import { inlineText, isStopWord, wordsOf } from "./plain_text.ts";
import { randomFor } from "./random.ts";
import { sectionsOf } from "./sections.ts";

/** The exact texts that a document holds, by kind. */
type Items = Readonly<Record<string, readonly string[]>>;

const SHELLS = /^(?:ba|z|power)?sh(?:ell)?$|^(?:console|cmd|bat|terminal|ps1)$/i;
const FENCE = /^ {0,3}(`{3,}|~{3,})[ \t]*([\w+-]*)[^\n]*\n([\s\S]*?)^ {0,3}\1/gm;
const NAME =
  /^(?:[a-z][a-z0-9]*[A-Z]\w*|\w+(?:_\w+)+|[A-Za-z]\w*(?:\.[A-Za-z]\w+)+|[A-Z][a-z0-9]+(?:[A-Z]\w+)+)(?:\(\))?$/;
const FLAG = /(?<![\w-])--[a-z][a-z0-9]*(?:-[a-z0-9]+)*(?![\w-])/g;
const ERROR =
  /^(?:[A-Z]\w*(?:Error|Exception|Warning)|Uncaught \w+|[Ee]rror(?: \w+)?|ERROR|[Ww]arning|fatal|panic): \S.{12,90}$|^.{0,60}\b(?:cannot|could not|is not (?:a function|defined|found)|failed to|not found|unexpected|unable to)\b.{5,60}$/i;

/** Makes at most `perKind` queries of each kind. The same documents always give the same queries. */
export async function makeExactItems(
  documents: readonly CollectionDocument[],
  perKind: number,
): Promise<Omit<Collection, "name">> {
  const titles = new Map<string, string[]>();
  for (const { document, title } of await sectionsOf(documents)) {
    titles.set(document, [...(titles.get(document) ?? []), inlineText(title.replace(/\{\/.*\/\}/, ""))]);
  }
  const items = documents.map(({ id, markdown }) => ({ id, items: itemsOf(markdown, titles.get(id) ?? []) }));
  const queries: EvalQuery[] = [];
  const judgments = new Map<string, ReadonlyMap<string, number>>();
  for (const kind of ["title", "identifier", "flag", "command", "error"]) {
    const candidates = items.flatMap(({ id, items }) => [...new Set(items[kind])].map((text) => ({ id, text })))
      .filter(({ id, text }) => isOnlyIn(id, text, documents))
      .map((candidate) => ({ ...candidate, key: randomFor(`${kind} ${candidate.id} ${candidate.text}`)() }))
      .sort((a, b) => a.key - b.key);
    candidates.slice(0, perKind).forEach(({ id, text }, at) => {
      queries.push({ id: `${kind}-${at + 1}`, text, kind });
      judgments.set(`${kind}-${at + 1}`, new Map([[id, 1]]));
    });
  }
  return { documents, queries, judgments, sections: new Map() };
}

function itemsOf(markdown: string, titles: readonly string[]): Items {
  const fences = [...markdown.matchAll(FENCE)].map(([, , language = "", code = ""]) => ({ language, code }));
  const prose = markdown.replace(FENCE, "");
  const spans = [...prose.matchAll(/(?<!`)`([^`\n]+)`(?!`)/g)].map(([, span = ""]) => span.trim());
  const lines = fences.flatMap(({ code }) => code.split("\n").map((line) => line.trim()));
  return {
    title: titles.filter((title) => wordsOf(title).some((word) => !isStopWord(word)) && !title.includes("<")),
    identifier: spans.filter((span) => span.length >= 6 && span.length <= 60 && NAME.test(span)),
    flag: [...spans, ...lines].flatMap((text) => text.match(FLAG) ?? []),
    command: fences.filter(({ language }) => SHELLS.test(language))
      .flatMap(({ code }) => code.split("\n").map((line) => line.trim().replace(/^(?:\$|>|PS>)\s+/, "")))
      .filter((line) => /^[\w./-]+(?: [\w@./=:-]+){1,5}$/.test(line)),
    error: [...spans, ...lines, ...prose.split("\n").filter((line) => /^>\s/.test(line)).map((line) => line.slice(2))]
      .map((text) => text.replace(/^(?:\/\/|#|\*)\s*/, "").trim())
      .filter((text) =>
        ERROR.test(text) && wordsOf(text).length >= 3 && !/[{};]|=>|^(?:const|let|throw|if|console)\b/.test(text)
      ),
  };
}

/** Whether no other document holds the text, in any case. */
function isOnlyIn(id: string, text: string, documents: readonly CollectionDocument[]): boolean {
  const wanted = text.toLowerCase();
  return documents.every((document) => document.id === id || !lowered(document).includes(wanted));
}

const known = new WeakMap<CollectionDocument, string>();

function lowered(document: CollectionDocument): string {
  const text = known.get(document) ?? document.markdown.toLowerCase();
  known.set(document, text);
  return text;
}
