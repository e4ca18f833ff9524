/** Reads the words and macros of one line of mdoc(7). */
import type { RoffArgument } from "./arguments.ts";
import type { RoffFont } from "./escapes.ts";
import { CLOSING, DEFAULTS, ENCLOSING, isCallable, OPENING, STYLES, SYSTEMS } from "./mdoc_words.ts";
import type { RoffBase } from "./roff.ts";

const CLOSES = /^[.,:;)\]?!|]$/;
const OPENS = /^[([]$/;

export class MdocPhrase {
  readonly #reader: RoffBase;
  readonly #words: readonly RoffArgument[];
  readonly #name: string;
  /** Signs that wait for the end of the line. */
  readonly #waiting: string[] = [];
  #at = 0;

  /** `name` is what the page is about. */
  constructor(reader: RoffBase, words: readonly RoffArgument[], name: string) {
    this.#reader = reader;
    this.#words = words;
    this.#name = name;
  }

  read(): void {
    while (this.#at < this.#words.length) {
      const word = this.#words[this.#at]!;
      if (!word.isQuoted && isCallable(word.text)) this.#macro(word);
      else this.#word(word, undefined);
    }
    const last = this.#lastWord();
    for (const sign of this.#waiting.reverse()) if (last !== undefined) this.#sign(last, sign);
  }

  /** The last one that is no punctuation. */
  #lastWord(): RoffArgument | undefined {
    let at = this.#words.length - 1;
    while (at > 0 && CLOSES.test(this.#words[at]!.text)) at--;
    return this.#words[at];
  }

  #sign({ outerEnd }: RoffArgument, sign: string): void {
    this.#reader.found.standIn(outerEnd, outerEnd, sign);
  }

  #macro(word: RoffArgument): void {
    const { found } = this.#reader;
    const { text: name } = word;
    this.#at++;
    const next = this.#words[this.#at];
    const to = next?.outerStart ?? word.outerEnd;
    const system = SYSTEMS.get(name);
    const opening = OPENING.get(name) ?? ENCLOSING.get(name)?.[0];
    const closing = CLOSING.get(name);
    if (system !== undefined) found.standIn(word.start, word.end, system);
    else if (opening !== undefined) {
      found.standIn(word.start, to, opening);
      const waiting = ENCLOSING.get(name)?.[1];
      if (waiting !== undefined) this.#waiting.push(waiting);
    } else if (closing !== undefined) {
      this.#joinBefore(word, this.#at - 1);
      found.standIn(word.start, word.end, closing);
    } else if (name === "Ns") {
      this.#joinBefore(word, this.#at - 1);
      found.hide(word.start, to);
    } else if (name === "Ap") {
      this.#joinBefore(word, this.#at - 1);
      found.standIn(word.start, to, "'");
    } else this.#styled(name, word, next, to);
  }

  #styled(name: string, word: RoffArgument, next: RoffArgument | undefined, to: number): void {
    const { found } = this.#reader;
    const isAlone = next === undefined || CLOSES.test(next.text) || (!next.isQuoted && isCallable(next.text));
    const shown = name === "Nm" ? this.#name : DEFAULTS.get(name);
    if (name === "Fl") {
      found.standIn(word.start, isAlone && next?.text !== "Fl" && next?.text !== "Ns" ? word.end : to, "-");
    } else if (isAlone && shown !== undefined) found.standIn(word.start, word.end, shown);
    else found.hide(word.start, to);
    if (name === "Xr") return this.#reference();
    if (name === "Fn") return this.#function();
    if (name === "Lk" || name === "Mt") return this.#address(name === "Mt" ? "mailto:" : "");
    let count = 0;
    for (let one = this.#words[this.#at]; one !== undefined; one = this.#words[this.#at]) {
      if (!one.isQuoted && isCallable(one.text)) return;
      if (name === "Fl" && count > 0 && !CLOSES.test(one.text) && one.text !== "|") {
        found.standIn(one.outerStart, one.outerStart, "-");
      }
      const isSign = CLOSES.test(one.text) || OPENS.test(one.text);
      this.#word(one, isSign ? undefined : STYLES.get(name));
      if (name === "Pf") {
        const after = this.#words[this.#at];
        if (after !== undefined) found.hide(one.outerEnd, after.outerStart);
        return;
      }
      count++;
    }
  }

  #word(word: RoffArgument, font: RoffFont): void {
    const { found, roff } = this.#reader;
    this.#reader.hideQuotes(word);
    if (!word.isQuoted && CLOSES.test(word.text)) this.#joinBefore(word, this.#at);
    roff.read(word.start, word.end, font);
    if (font === undefined) roff.plain();
    const next = this.#words[++this.#at];
    if (next !== undefined && !word.isQuoted && OPENS.test(word.text)) found.hide(word.outerEnd, next.outerStart);
  }

  #joinBefore(word: RoffArgument, at: number): void {
    const before = this.#words[at - 1];
    if (before !== undefined) this.#reader.found.hide(before.outerEnd, word.outerStart);
  }

  #reference(): void {
    const [name, section] = this.#words.slice(this.#at, this.#at + 2);
    if (name === undefined) return;
    this.#word(name, undefined);
    if (section === undefined || !/^\d/.test(section.text)) return;
    const { found } = this.#reader;
    found.standIn(name.outerEnd, section.outerStart, "(", { start: name.outerEnd, end: section.outerStart });
    this.#word(section, undefined);
    found.standIn(section.end, section.end, ")");
    const destination = `man:${name.text}(${section.text})`;
    found.link("link", destination, name.start, section.end);
    found.mark("link", name.start, section.end, destination);
  }

  #function(): void {
    const { found } = this.#reader;
    let before: RoffArgument | undefined;
    for (let one = this.#words[this.#at]; one !== undefined; one = this.#words[this.#at]) {
      if (!one.isQuoted && (isCallable(one.text) || CLOSES.test(one.text))) break;
      if (before !== undefined) {
        const gap = { start: before.outerEnd, end: one.outerStart };
        found.standIn(
          gap.start,
          gap.end,
          before === this.#words[this.#at - 1] && this.#isFirst(before) ? "(" : ", ",
          gap,
        );
      }
      const isFirst = before === undefined;
      if (isFirst) this.#first = one;
      this.#word(one, isFirst ? "strong" : "emphasis");
      before = one;
    }
    if (before !== undefined) found.standIn(before.outerEnd, before.outerEnd, this.#isFirst(before) ? "()" : ")");
  }

  #first: RoffArgument | undefined;

  #isFirst(word: RoffArgument): boolean {
    return this.#first === word;
  }

  #address(scheme: string): void {
    const word = this.#words[this.#at];
    if (word === undefined) return;
    const { found } = this.#reader;
    this.#word(word, undefined);
    found.link("link", scheme + word.text, word.start, word.end);
    found.mark("link", word.start, word.end, scheme + word.text);
  }
}
