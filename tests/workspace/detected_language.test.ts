// With `stemmer = "auto"`, a search finds every document by other forms of its words, in its own language.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ALL, type Files, idsOf, openProject, write } from "./project.ts";

const AUTO = '[tree.docs]\npath = "docs"\n[search]\nstemmer = "auto"\nfuzzy_distance = 0\n';
const GERMAN =
  "Die Bibliothek ist heute geschlossen, weil die Angestellten alle Bücher in die neuen Häuser am Fluss bringen.\n";
const DOCUMENTS: Files = {
  "docs/english.md": "The library is closed today because the employees are moving every book to the new building.\n",
  "docs/german.md": GERMAN,
  "docs/french.md":
    "La bibliothèque est fermée aujourd'hui parce que les employés déménagent tous les livres vers le nouveau bâtiment.\n",
  "docs/russian.md":
    "Библиотека сегодня закрыта, потому что сотрудники перевозят все книги в новое здание. Вернуть книгу можно в ящик " +
    "у входа, а мы ответим на ваши вопросы по электронной почте, как только снова откроемся для читателей.\n",
  "docs/japanese.md": "図書館は今日閉まっています。職員がすべての本を新しい建物に運んでいるからです。\n",
  "docs/short.md": "Boats.\n",
  "docs/code.md": "```python\ndef parse(values):\n    return [convert(value) for value in values]\n```\n",
};

/** A word form that the document does not contain, and the document. */
const FORMS = [
  ["closing", "english"],
  ["Haus", "german"],
  ["fermer", "french"],
  ["сотрудникам", "russian"],
  ["職員", "japanese"],
  ["boat", "short"],
  ["converting", "code"],
] as const;

test('search() with stemmer = "auto" finds each document by an inflected word of its language', async () => {
  const { workspace } = await openProject({ ".ra.toml": AUTO, ...DOCUMENTS });
  for (const [form, name] of FORMS) assert.deepEqual(await idsOf(workspace, form, ALL), [`docs:${name}.md`], form);
});

test('search() with stemmer = "auto" finds inflected words in documents added to an index of another language, and after edits', async () => {
  const { fs, workspace } = await openProject({ ".ra.toml": AUTO, "docs/english.md": DOCUMENTS["docs/english.md"]! });
  assert.deepEqual(await idsOf(workspace, "closing", ALL), ["docs:english.md"]);
  for (const name of ["german", "french", "russian"]) {
    write(fs, `docs/${name}.md`, String(DOCUMENTS[`docs/${name}.md`]));
  }
  for (const [form, name] of FORMS.slice(0, 4)) {
    assert.deepEqual(await idsOf(workspace, form, ALL), [`docs:${name}.md`], form);
  }
  write(fs, "docs/english.md", GERMAN);
  assert.deepEqual([...(await idsOf(workspace, "Haus", ALL))].sort(), ["docs:english.md", "docs:german.md"]);
  assert.deepEqual(await idsOf(workspace, "closing", ALL), []);
});
