/** Answers with known faults, and answers without, over three passages. */
import type { NumberedPassage } from "../../src/answering/passage.ts";

const passage = (number: number, path: string, text: string): NumberedPassage => ({
  number,
  id: `docs:${path}`,
  source_id: "docs",
  path,
  start_line: 1,
  end_line: text.split("\n").length,
  page: null,
  url: null,
  title: path,
  text,
});

export const PASSAGES: readonly NumberedPassage[] = [
  passage(
    1,
    "indexing.md",
    "With `--incremental`, unchanged files keep their vectors, and deleted ones are pruned before anything is written.\n" +
      "A changed model, dtype or chunking rebuilds what it concerns and says why.",
  ),
  passage(
    2,
    "retrieval.md",
    "Use `--bm25 false`, or write it down. The cosine alone then orders the rows.\n\n" +
      '> Words and identifiers add **nothing**.\n\nIt\'s what "embeddings only" means.',
  ),
  passage(
    3,
    "ketten.md",
    "Die Suche liefert höchstens zehn Zeilen. Das Gewicht der Wörter ist 0,6.\n\n埋め込みだけを使います。",
  ),
];

export interface ScriptedAnswer {
  readonly name: string;
  readonly answer: string;
  /** Kind and text of each problem, in the order of the answer. */
  readonly faults: readonly (readonly [kind: "uncited" | "unknown_citation" | "misquote", text: string])[];
}

const fine = (name: string, answer: string): ScriptedAnswer => ({ name, answer, faults: [] });

export const SCRIPTED: readonly ScriptedAnswer[] = [
  // Plain sentences.
  fine("one cited sentence", "Unchanged files keep their vectors [1]."),
  fine("a marker after the full stop", "Unchanged files keep their vectors. [1]"),
  fine("a marker without a space", "Unchanged files keep their vectors.[1] Deleted ones are pruned.[1]"),
  fine("two markers", "The cosine orders the rows [1][2]."),
  fine("two numbers in a marker", "The cosine orders the rows [1, 2]."),
  fine("a range", "The cosine orders the rows [1–3], and so do words [1-2]."),
  fine(
    "a citation at the end covers the paragraph",
    "Files that stay keep their vectors. Deleted ones go. A new model rebuilds [1].",
  ),
  fine("a marker is the subject", "The index is kept small [1]. [2] says that the cosine orders the rows."),
  fine("a source is named", "According to [2], the cosine orders the rows."),
  {
    name: "a sentence without a citation",
    answer: "Unchanged files keep their vectors [1]. The index is always written twice.",
    faults: [["uncited", "The index is always written twice."]],
  },
  {
    name: "the first sentence lacks its citation, as the next is cited in its middle",
    answer: "The index is written twice. Unchanged files [1] keep their vectors.",
    faults: [["uncited", "The index is written twice."]],
  },
  {
    name: "nothing is cited",
    answer: "Unchanged files keep their vectors. Deleted ones are pruned.",
    faults: [["uncited", "Unchanged files keep their vectors."], ["uncited", "Deleted ones are pruned."]],
  },
  {
    name: "the second paragraph lacks its citation",
    answer: "Unchanged files keep their vectors [1].\n\nEverything else is made anew.",
    faults: [["uncited", "Everything else is made anew."]],
  },
  {
    name: "a number that no passage has",
    answer: "Unchanged files keep their vectors [7].",
    faults: [["unknown_citation", "[7]"]],
  },
  {
    name: "a number of a range that no passage has",
    answer: "The cosine orders the rows [2–4].",
    faults: [["unknown_citation", "[2–4]"]],
  },
  {
    name: "zero is not a number of a passage",
    answer: "The cosine orders the rows [0].",
    faults: [["unknown_citation", "[0]"]],
  },
  {
    name: "one of two numbers is unknown",
    answer: "The cosine orders the rows [2, 9].",
    faults: [["unknown_citation", "[2, 9]"]],
  },
  fine("a link with a number", "Unchanged files keep their vectors [1](indexing.md)."),
  fine("a number that is defined at the end", "Unchanged files keep their vectors [1].\n\n[1]: indexing.md"),
  fine("a footnote", "Unchanged files keep their vectors [^1].\n\n[^1]: indexing.md"),
  // What claims nothing.
  fine("a question", "Unchanged files keep their vectors [1]. Would you like to know more?"),
  fine("a lead", "There are two ways to do it:\n\n- Use `--bm25 false` [2].\n- Write it down [2]."),
  fine("a heading", "# Incremental indexing is fast\n\nUnchanged files keep their vectors [1]."),
  fine("code", "Use the option [2]:\n\n```sh\nra rag retrieve --bm25 false\n# this is not cited\n```"),
  fine("code that is indented", "Use the option [2]:\n\n    ra is called here\n"),
  fine("nothing answers", "Nothing in the documents answers this."),
  fine("the documents lack it", "The documents do not say how long it takes."),
  fine("it is not mentioned", "The price is not mentioned in the given passages."),
  fine("words about the answer", "I hope this helps."),
  fine("no verb", "For example, the second one. Unchanged files keep their vectors [1]."),
  fine("a short form", "Some files, e.g. The Guide, keep their vectors [1]."),
  fine("an address with dots", "The file `rag.yaml. It is` keeps its place [1]."),
  // Lists.
  fine("items with citations", "- Unchanged files keep their vectors [1].\n- The cosine orders the rows [2]."),
  fine("items without verbs", "The parts are these [1]:\n\n- the model\n- its weights\n- chunk sizes"),
  fine(
    "a lead that cites for its list",
    "A rebuild has these reasons [1]:\n\n1. The model has changed.\n2. The chunking has changed.",
  ),
  fine("a citation below a list", "- The model has changed.\n- The chunking has changed.\n\n[1]"),
  fine("a named citation below a list", "- The model has changed.\n- The chunking has changed.\n\nSource: [1]"),
  {
    name: "an item without a citation",
    answer: "- Unchanged files keep their vectors [1].\n- The index is written twice.",
    faults: [["uncited", "The index is written twice."]],
  },
  {
    name: "an item without a full stop",
    answer: "* unchanged files keep their vectors [1]\n* the index is written twice\n* `--bm25`",
    faults: [["uncited", "the index is written twice"], ["uncited", "--bm25"]],
  },
  {
    name: "an item below an item",
    answer: "- Rebuilding [1]:\n  - A model has changed.\n- Reuse:\n  - Vectors are kept\n    for a year.",
    faults: [["uncited", "Vectors are kept\nfor a year."]],
  },
  {
    name: "the last item is cited, the first is not",
    answer: "1. The index is written twice.\n2. Unchanged files keep their vectors [1].",
    faults: [["uncited", "The index is written twice."]],
  },
  // Tables.
  fine("rows with citations", "| Option | Effect |\n|---|---|\n| `--bm25 false` | The cosine orders the rows [2]. |"),
  {
    name: "cells without verbs",
    answer: "| Option | Default |\n|---|---|\n| weight of words | 0.6 |\n| rows | 10 |",
    faults: [["uncited", "weight of words\n0.6"], ["uncited", "rows\n10"]],
  },
  fine("a citation in another cell", "| What | Why | From |\n|---|---|---|\n| Vectors | They are kept | [1] |"),
  fine("a citation below a table", "| What | Why |\n|---|---|\n| Vectors | They are kept |\n\n[1]"),
  {
    name: "a row without a citation",
    answer: "| What | Why |\n|---|---|\n| Vectors | They are kept [1] |\n| Files | They are written twice |",
    faults: [["uncited", "Files\nThey are written twice"]],
  },
  {
    name: "an unknown number in a table",
    answer: "| What | Why |\n|---|---|\n| Vectors | They are kept [5] |",
    faults: [["unknown_citation", "[5]"]],
  },
  // Code.
  fine("numbers in code", "The option `list[7]` keeps unchanged files [1].\n\n```js\nlist[9];\n```"),
  {
    name: "code between sentences",
    answer: "Use this [2]:\n\n```sh\nra rag retrieve\n```\n\nThe rows are then sorted twice.",
    faults: [["uncited", "The rows are then sorted twice."]],
  },
  {
    name: "a sentence with code",
    answer: "Deleted files are pruned [1]. The option `--bm25` sorts the rows twice.",
    faults: [["uncited", "The option `--bm25` sorts the rows twice.".replaceAll("`", "")]],
  },
  // Quotations.
  fine("a quotation", 'The page says "unchanged files keep their vectors" [1].'),
  fine("a quotation across lines", "The page says “deleted ones are pruned before\nanything is\nwritten” [1]."),
  fine("a quotation with other marks", "It says that “It’s what 'embeddings only' means” [2]."),
  fine("a quotation with marks of Markdown", 'It says: "Words and identifiers add nothing." [2]'),
  fine("a quotation across lines of the passage", 'It says "is written. A changed model, dtype or chunking" [1].'),
  fine("a quotation with an omission", 'It says "unchanged files … are pruned" [1] and "Use [...] write it down" [2].'),
  fine("a quotation in italics", "It says *“The cosine alone then orders the rows”* [2]."),
  fine("inches", 'A screen of 5" or 6" is large enough to see the rows [2].'),
  {
    name: "a misquote",
    answer: 'The page says "unchanged files lose their vectors" [1].',
    faults: [["misquote", "unchanged files lose their vectors"]],
  },
  {
    name: "a quotation of another passage",
    answer: 'The page says "The cosine alone then orders the rows" [1].',
    faults: [["misquote", "The cosine alone then orders the rows"]],
  },
  {
    name: "a misquote across lines",
    answer: "The page says “deleted ones are kept\nfor a year” [1].",
    faults: [["misquote", "deleted ones are kept\nfor a year"]],
  },
  {
    name: "a quotation in the wrong order",
    answer: 'It says "are pruned … unchanged files" [1].',
    faults: [["misquote", "are pruned … unchanged files"]],
  },
  {
    name: "a misquote in an item, and a sentence without a citation",
    answer: '- It says "rows are sorted twice" [2].\n- Rows are sorted twice.',
    faults: [["misquote", "rows are sorted twice"], ["uncited", "Rows are sorted twice."]],
  },
  // Other languages.
  fine("German", "Die Suche liefert höchstens zehn Zeilen [3]. Das Gewicht ist z. B. 0,6 [3]."),
  fine("German quotation", "Dort steht: „Die Suche liefert höchstens zehn Zeilen.“ [3]"),
  {
    name: "German without a citation",
    answer: "Die Suche liefert höchstens zehn Zeilen [3]. Danach wird der Index gelöscht.",
    faults: [["uncited", "Danach wird der Index gelöscht."]],
  },
  {
    name: "German misquote",
    answer: "Dort steht „Die Suche liefert hundert Zeilen“ [3].",
    faults: [["misquote", "Die Suche liefert hundert Zeilen"]],
  },
  fine("French", "Les fichiers inchangés gardent leurs vecteurs [1]. Voulez-vous en savoir plus ?"),
  {
    name: "French without a citation",
    answer: "Les fichiers inchangés gardent leurs vecteurs [1]. L’index est écrit deux fois.",
    faults: [["uncited", "L’index est écrit deux fois."]],
  },
  {
    name: "Spanish without a citation",
    answer: "Los archivos sin cambios conservan sus vectores [1]. El índice se escribe dos veces cada día.",
    faults: [["uncited", "El índice se escribe dos veces cada día."]],
  },
  fine("Japanese", "埋め込みだけを使います[3]。"),
  {
    name: "Japanese without a citation",
    answer: "埋め込みだけを使います[3]。索引は二度書かれます。",
    faults: [["uncited", "索引は二度書かれます。"]],
  },
  {
    name: "Japanese misquote",
    answer: "「索引は二度書かれます」と書いてあります[3]。",
    faults: [["misquote", "索引は二度書かれます"]],
  },
  {
    name: "Chinese without a citation",
    answer: "未更改的文件会保留向量[1]。索引会写两次。",
    faults: [["uncited", "索引会写两次。"]],
  },
  {
    name: "Russian without a citation",
    answer: "Неизменённые файлы сохраняют векторы [1]. Индекс записывается дважды.",
    faults: [["uncited", "Индекс записывается дважды."]],
  },
];
