/** Reads the macros of man(7). */
import type { TextRange } from "../markup.ts";
import type { RoffArgument } from "./arguments.ts";
import type { RoffBase, RoffLine } from "./roff.ts";

type FontName = "strong" | "emphasis" | "code" | undefined;

const ONE_FONT: Readonly<Record<string, FontName>> = {
  B: "strong",
  I: "emphasis",
  SB: "strong",
  SM: undefined,
  R: undefined,
};
const FONT_OF: Readonly<Record<string, FontName>> = { B: "strong", I: "emphasis", R: undefined };
const SECTION = /^\((\d\w{0,8})\)/;

interface ExpectedText {
  readonly kind: "tag" | "section";
  readonly level: number;
  readonly lineStart: number;
}

export class ManMacros {
  readonly #reader: RoffBase;
  /** What the next line of text is. */
  #expects: ExpectedText | undefined;
  #font: FontName;
  #title: { readonly name: string; readonly section: string } | undefined;
  #isName = false;

  constructor(reader: RoffBase) {
    this.#reader = reader;
  }

  /** A line of text. Returns whether it is done. */
  text(line: TextRange & { readonly next: number }): boolean {
    const expected = this.#expects;
    if (expected !== undefined) {
      this.#expects = undefined;
      const shows = this.#reader.found.listen();
      const end = this.#reader.roff.read(line.start, line.end, this.#font);
      this.#font = undefined;
      this.#named(expected, shows, { start: line.start, end }, line.next);
      return true;
    }
    if (this.#isName) this.#entitle(this.#reader.found.text.slice(line.start, Math.min(line.end, line.start + 500)));
    if (this.#font === undefined) return false;
    const end = this.#reader.roff.read(line.start, line.end, this.#font);
    this.#font = undefined;
    this.#reader.page.text(line.start, end);
    return true;
  }

  finish(): void {
    this.#entitle("");
  }

  #named(
    { kind, level, lineStart }: ExpectedText,
    shows: (range: TextRange) => string,
    range: TextRange,
    next: number,
  ): void {
    const { page } = this.#reader;
    const shown = shows(range).replace(/\s+/g, " ").trim();
    if (kind === "tag") page.tag(shown, lineStart, next, range);
    else {
      this.#isName = level === 2 && /^NAME$/i.test(shown);
      page.section(level, shown, lineStart, next, range);
    }
  }

  /** Whether the macro is known. */
  macro(line: RoffLine): boolean {
    const { name, start, end, rest, arguments: words } = line;
    const { found, page, roff } = this.#reader;
    const hide = (): true => {
      found.hide(start, end);
      return true;
    };
    switch (name) {
      case "TH":
        this.#titled(words);
        return hide();
      case "SH":
      case "SS":
        return this.#section(line, name === "SH" ? 2 : 3);
      case "PP":
      case "P":
      case "LP":
      case "HP":
        roff.plain();
        if (page.isCode) return hide();
        page.paragraph(start);
        return hide();
      case "TP":
      case "TQ":
        page.break();
        this.#expects = { kind: "tag", level: 0, lineStart: start };
        return hide();
      case "IP":
        return this.#indented(line);
      case "RS":
        page.indent();
        return hide();
      case "RE":
        page.dedent(start);
        return hide();
      case "EX":
      case "EE":
        page.break();
        page.isCode = name === "EX";
        return hide();
      case "UR":
      case "MT":
        return this.#address(line, name === "MT" ? "mailto:" : "");
      case "UE":
      case "ME":
      case "OP":
      case "SY":
        if (name === "SY") page.break();
        found.hide(start, rest);
        this.#reader.words(words);
        return true;
      case "YS":
        page.break();
        return hide();
      case "MR":
        return this.#reference(line);
      default:
        return this.#fonts(line);
    }
  }

  #titled([name, section]: readonly RoffArgument[]): void {
    this.#title ??= name === undefined ? undefined : {
      name: name.text.replace(/\\-/g, "-").replace(/\\&/g, ""),
      section: section?.text ?? "",
    };
  }

  /** The title as its page writes the name, which stands in capitals in the title line. */
  #entitle(nameLine: string): void {
    this.#isName = false;
    const title = this.#title;
    if (title === undefined) return;
    const names = nameLine.replace(/\\-/g, "-").replace(/\\f.|\\&/g, "").split(/[\s,]+/);
    const own = names.find((word) => word.toLowerCase() === title.name.toLowerCase());
    const name = own ?? (/[a-z]/.test(title.name) ? title.name : title.name.toLowerCase());
    this.#title = undefined;
    if (name !== "") this.#reader.found.state({ title: title.section === "" ? name : `${name}(${title.section})` });
  }

  #section({ start, end, next, rest, arguments: words }: RoffLine, level: number): true {
    const { found, roff } = this.#reader;
    roff.plain();
    const expected = { kind: "section", level, lineStart: start } as const;
    found.hide(start, rest);
    if (words.length === 0) {
      found.hide(start, end);
      this.#expects = expected;
      return true;
    }
    const shows = found.listen();
    for (const word of words) this.#reader.hideQuotes(word);
    const [from, to] = [words[0]!.start, words.at(-1)!.end];
    roff.read(from, to);
    found.hide(words.at(-1)!.outerEnd, end);
    roff.plain();
    this.#named(expected, shows, { start: from, end: to }, next);
    return true;
  }

  #indented({ start, end, next, arguments: [tag, ...others] }: RoffLine): true {
    const { found, page, roff } = this.#reader;
    page.break();
    roff.plain();
    if (tag === undefined || tag.text.trim() === "") {
      found.hide(start, end);
      return true;
    }
    found.hide(start, tag.start);
    const shows = found.listen();
    this.#reader.hideQuotes(tag);
    roff.read(tag.start, tag.end);
    roff.plain();
    found.hide(others[0]?.outerStart ?? tag.outerEnd, end);
    this.#named({ kind: "tag", level: 0, lineStart: start }, shows, tag, next);
    return true;
  }

  #address({ start, end, rest, arguments: [address] }: RoffLine, scheme: string): true {
    const { found, page, roff } = this.#reader;
    found.hide(start, rest);
    if (address === undefined) {
      found.hide(start, end);
      return true;
    }
    const shows = found.listen();
    this.#reader.hideQuotes(address);
    roff.read(address.start, address.end);
    const destination = scheme + shows(address);
    found.link("link", destination, address.start, address.end);
    found.mark("link", address.start, address.end, destination);
    page.text(address.start, address.end);
    return true;
  }

  #reference({ start, rest, arguments: words }: RoffLine): true {
    const { found, page, roff } = this.#reader;
    const [name, section] = words;
    found.hide(start, rest);
    if (name !== undefined && section !== undefined) {
      found.standIn(name.outerEnd, section.outerStart, "(", { start: name.outerEnd, end: section.outerStart });
      found.standIn(section.end, section.end, ")");
      this.#link(name.text, section.text, { start: name.start, end: section.end });
    }
    for (const word of words) this.#reader.hideQuotes(word);
    if (name !== undefined) page.text(name.start, roff.read(name.start, words.at(-1)!.outerEnd));
    return true;
  }

  #link(name: string, section: string, { start, end }: TextRange): void {
    const destination = `man:${name.replace(/\\-/g, "-").replace(/\\[&:]/g, "")}(${section})`;
    this.#reader.found.link("link", destination, start, end);
    this.#reader.found.mark("link", start, end, destination);
  }

  #fonts({ name, start, end, next, rest, arguments: words }: RoffLine): boolean {
    const { found } = this.#reader;
    const isOne = Object.hasOwn(ONE_FONT, name);
    if (!isOne && !/^[BIR]{2}$/.test(name)) return false;
    if (words.length === 0) {
      found.hide(start, end);
      if (isOne) this.#font = ONE_FONT[name];
      return true;
    }
    found.hide(start, rest);
    const expected = this.#expects;
    this.#expects = undefined;
    if (this.#isName) this.#entitle(found.text.slice(rest, Math.min(end, rest + 500)));
    const shows = found.listen();
    const range = { start: words[0]!.start, end: words.at(-1)!.end };
    if (isOne) this.#oneFont(words, ONE_FONT[name], end);
    else this.#twoFonts(words, name, end);
    if (expected !== undefined) this.#named(expected, shows, range, next);
    else this.#reader.page.text(range.start, range.end);
    return true;
  }

  #oneFont(words: readonly RoffArgument[], font: FontName, end: number): void {
    for (const word of words) this.#reader.hideQuotes(word);
    this.#reader.roff.read(words[0]!.start, words.at(-1)!.end, font);
    this.#reader.roff.plain();
    this.#reader.found.hide(words.at(-1)!.outerEnd, end);
  }

  /** The words are joined, and take turns in two fonts. */
  #twoFonts(words: readonly RoffArgument[], fonts: string, end: number): void {
    const { found, roff } = this.#reader;
    let before: RoffArgument | undefined;
    for (const [at, word] of words.entries()) {
      if (before !== undefined) found.hide(before.outerEnd, word.outerStart);
      this.#reader.hideQuotes(word);
      roff.read(word.start, word.end, FONT_OF[fonts[at % 2]!]);
      roff.plain();
      const section = before === undefined ? undefined : SECTION.exec(word.text)?.[1];
      if (section !== undefined && /^[^\s()]+$/.test(before!.text)) {
        this.#link(before!.text, section, { start: before!.start, end: word.start + section.length + 2 });
      }
      before = word;
    }
    found.hide(before!.outerEnd, end);
  }
}
