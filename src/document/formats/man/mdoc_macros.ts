/** Reads the macros of mdoc(7). */
import type { TextRange } from "../markup.ts";
import type { RoffArgument } from "./arguments.ts";
import { MdocPhrase } from "./mdoc_phrase.ts";
import { isCallable } from "./mdoc_words.ts";
import type { RoffBase, RoffLine } from "./roff.ts";

type ListKind = "tag" | "item" | "ordered" | "plain" | "column";

const LISTS: Readonly<Record<string, ListKind>> = {
  "-bullet": "item",
  "-dash": "item",
  "-hyphen": "item",
  "-enum": "ordered",
  "-item": "plain",
  "-column": "column",
};
/** Macros that only set looks or have no text. */
const HIDDEN = /^(?:Dd|Os|Bk|Ek|Sm|Xc|Xo|Rs|Re|Tg|Pp|Lp|Fc|Hf|Db|Ud|Bt|%.)$/;

/** Whether a page is written in mdoc. Only the first title line counts. */
export function isMdoc(text: string): boolean {
  const found = /^[.'][ \t]*(TH|Dd|Dt|Sh)[ \t\r\n]/m.exec(text);
  return found !== null && found[1] !== "TH";
}

export class MdocMacros {
  readonly #reader: RoffBase;
  readonly #lists: ListKind[] = [];
  #name = "";
  #title = "";
  /** A tag that goes on in the next lines. */
  #tag: { lineStart: number; start: number; shows: (range: TextRange) => string } | undefined;

  constructor(reader: RoffBase) {
    this.#reader = reader;
  }

  /** A line of text. Returns whether it is done. */
  text({ start, end }: TextRange): boolean {
    if (this.#tag === undefined) return false;
    this.#reader.roff.read(start, end);
    return true;
  }

  /** Whether the macro is known. */
  macro(line: RoffLine): boolean {
    const { name, start, end, arguments: words } = line;
    const { found, page, roff } = this.#reader;
    roff.plain();
    const hide = (): true => {
      found.hide(start, end);
      return true;
    };
    switch (name) {
      case "Dt":
        this.#title = words[1] === undefined ? "" : words[1].text;
        found.state({ title: titleOf(words[0]?.text ?? "", this.#title) });
        return hide();
      case "Sh":
      case "Ss":
        return this.#section(line, name === "Sh" ? 2 : 3);
      case "Pp":
      case "Lp":
        // A paragraph within a list stays in its item.
        if (this.#lists.length > 0) page.break();
        else page.paragraph(start);
        return hide();
      case "Bl":
        page.indent();
        this.#lists.push(LISTS[words.find(({ text }) => Object.hasOwn(LISTS, text))?.text ?? ""] ?? "tag");
        return hide();
      case "El":
        this.#lists.pop();
        page.dedent(start);
        return hide();
      case "It":
        return this.#item(line);
      case "Bd":
        page.indent();
        page.isCode = words.some(({ text }) => text === "-literal" || text === "-unfilled");
        return hide();
      case "Ed":
        page.dedent(start);
        page.isCode = false;
        return hide();
      default:
        return this.#shown(line) || this.#line(line);
    }
  }

  /** A macro that is a paragraph or shows words of its own. */
  #shown({ name, start, end, rest, arguments: words }: RoffLine): boolean {
    const { found, page } = this.#reader;
    switch (name) {
      case "Dl":
        page.break();
        page.isCode = true;
        found.hide(start, rest);
        this.#phrase(words);
        page.break();
        page.isCode = false;
        return true;
      case "D1":
        page.break();
        found.hide(start, rest);
        this.#phrase(words);
        page.break();
        return true;
      case "Nd":
        found.standIn(start, rest, "– ");
        this.#phrase(words);
        return true;
      case "Ex":
      case "Rv":
        found.standIn(start, end, name === "Ex" ? EXITS(this.#name) : RETURNS);
        page.text(start, end);
        return true;
      case "In":
        found.standIn(start, rest, "#include <");
        this.#phrase(words.slice(0, 1));
        if (words[0] !== undefined) found.standIn(words[0].outerEnd, words[0].outerEnd, ">");
        return true;
      case "Fo":
        found.hide(start, rest);
        this.#phrase(words);
        return true;
      default:
        return false;
    }
  }

  #line({ name, start, end, next, rest, arguments: words }: RoffLine): boolean {
    const { found } = this.#reader;
    if (name === "Xc" && this.#tag !== undefined) {
      const { lineStart, start: from, shows } = this.#tag;
      this.#tag = undefined;
      found.hide(start, end);
      const range = { start: from, end: start };
      this.#reader.page.tag(shows(range).replace(/\s+/g, " "), lineStart, next, range);
      return true;
    }
    if (/^%[A-Z]$/.test(name)) {
      found.hide(start, rest);
      this.#reader.words(words);
      return true;
    }
    if (HIDDEN.test(name) || (name === "An" && /^-(?:no)?split$/.test(words[0]?.text ?? ""))) {
      found.hide(start, end);
      return true;
    }
    if (!isCallable(name)) return false;
    if (name === "Nm" && this.#name === "" && words[0] !== undefined) this.#nameIs(words[0].text);
    found.hide(start, start + 1);
    const nameStart = found.text.indexOf(name, start);
    const nameEnd = nameStart + name.length;
    const own = { start: nameStart, end: nameEnd, outerStart: nameStart, outerEnd: nameEnd };
    found.hide(start, nameStart);
    this.#phrase([{ ...own, text: name, isQuoted: false, doubled: [] }, ...words]);
    return true;
  }

  /** The title as its page writes the name, which stands in capitals in the title line. */
  #nameIs(name: string): void {
    this.#name = name.replace(/\\-/g, "-").replace(/\\&/g, "");
    const { found } = this.#reader;
    if (found.titled?.toLowerCase().startsWith(`${this.#name.toLowerCase()}(`) === true) {
      found.state({ title: titleOf(this.#name, this.#title) });
    }
  }

  #phrase(words: readonly RoffArgument[]): void {
    const [first, last] = [words[0], words.at(-1)];
    if (first === undefined || last === undefined) return;
    new MdocPhrase(this.#reader, words, this.#name).read();
    if (this.#tag === undefined) this.#reader.page.text(first.outerStart, last.outerEnd);
  }

  #section({ start, end, next, rest, arguments: words }: RoffLine, level: number): true {
    const { found, page } = this.#reader;
    this.#lists.length = 0;
    this.#tag = undefined;
    const [first, last] = [words[0], words.at(-1)];
    if (first === undefined || last === undefined) {
      found.hide(start, end);
      return true;
    }
    found.hide(start, rest);
    const shows = found.listen();
    new MdocPhrase(this.#reader, words, this.#name).read();
    const range = { start: first.start, end: last.end };
    page.section(level, shows(range).replace(/\s+/g, " ").trim(), start, next, range);
    return true;
  }

  #item({ start, end, next, rest, arguments: words }: RoffLine): true {
    const { found, page } = this.#reader;
    const kind = this.#lists.at(-1) ?? "tag";
    found.hide(start, rest);
    if (kind === "column") return this.#row(start, end, words);
    const [first, last] = [words[0], words.at(-1)];
    if (kind !== "tag" || first === undefined || last === undefined) {
      found.hide(start, end);
      page.item(start, kind === "ordered");
      return true;
    }
    const isOpen = words.some(({ text, isQuoted }) => text === "Xo" && !isQuoted);
    const shows = found.listen();
    new MdocPhrase(this.#reader, words, this.#name).read();
    const range = { start: first.outerStart, end: last.outerEnd };
    if (isOpen) {
      page.break();
      this.#tag = { lineStart: start, start: range.start, shows };
    } else page.tag(shows(range).replace(/\s+/g, " "), start, next, range);
    return true;
  }

  #row(start: number, end: number, words: readonly RoffArgument[]): true {
    const { found, page } = this.#reader;
    new MdocPhrase(this.#reader, words, this.#name).read();
    const cells: TextRange[][] = [];
    let from = words[0]?.outerStart ?? end;
    for (const word of words) {
      const isEnd = !word.isQuoted && word.text === "Ta";
      if (!isEnd && word !== words.at(-1)) continue;
      const to = isEnd ? word.start : word.outerEnd;
      for (const part of tabbed(found.text, from, to)) cells.push([part]);
      from = word.outerEnd;
    }
    page.row(start, end, cells, false);
    return true;
  }
}

function tabbed(text: string, start: number, end: number): readonly TextRange[] {
  const parts: TextRange[] = [];
  let from = start;
  for (let at = start; at <= end; at++) {
    if (at < end && text[at] !== "\t") continue;
    let [first, last] = [from, at];
    while (first < last && text[first] === " ") first++;
    while (last > first && text[last - 1] === " ") last--;
    parts.push({ start: first, end: last });
    from = at + 1;
  }
  return parts;
}

function titleOf(name: string, section: string): string {
  const shown = /[a-z]/.test(name) ? name : name.toLowerCase();
  return section === "" ? shown : `${shown}(${section})`;
}

const EXITS = (name: string): string => `The ${name} utility exits 0 on success, and >0 if an error occurs.`;
const RETURNS =
  "Upon successful completion, the value 0 is returned; otherwise the value -1 is returned and the global variable errno is set to indicate the error.";
