/** Reads the lines of a page: text, requests of roff, and the macros of man or mdoc. */
import { firstPlace } from "../../../text/first_place.ts";
import type { SourceLine } from "../lines.ts";
import type { MarkupBuilder } from "../markup.ts";
import { argumentsOf, type RoffArgument } from "./arguments.ts";
import { afterCondition } from "./conditions.ts";
import { readEquation } from "./equations.ts";
import { RoffText } from "./escapes.ts";
import { ManMacros } from "./man_macros.ts";
import { isMdoc, MdocMacros } from "./mdoc_macros.ts";
import { ManPage } from "./page.ts";
import type { RoffBase, RoffLine } from "./roff.ts";
import { RoffTable } from "./tables.ts";

/** Requests that set how pages look, and no text. */
const SILENT = new Set(
  ("ad af aln als am1 as as1 bd bleedat box boxa bp breakchar brnl brpnl c2 cc cf cflags ch char chop class close color composite cp cs cu da " +
    "dch dei device devicem di do ds ds1 dt ec ecr ecs el em endash eo ev evc ex fallback fam fc fchar fcolor fdeferlig feature fkern fl flig " +
    "fp fps fschar fspacewidth fspecial ftr fzoom gcolor hc hcode hidechar hla hlm hpf hpfa hpfcode hw hy hylang hylen hym hypp hys ig it itc " +
    "kern kernafter kernbefore kernpair lc lc_ctype lds length letadj lf lg lhang linetabs ll lnr lnrf lpfx ls lsm lt mc mk mso na ne nh nhychar " +
    "nm nn nr nrf nroff ns nx open opena os output padj papersize pc pev pi pl pm pn pnr po ps psbb pshape pso ptr pvs rchar rd recursionlimit " +
    "return rfschar rhang rj rm rn rnn rr rs rt schar sentchar shc shift sizes so sp spacewidth special spreadwarn ss sty substring sv sy ta tc " +
    "ti tkf tl tm tm1 tmc tr track transchar trf trimat trin trnt troff uf ul unformat unwatch unwatchn vpt vs warn warnscale watch watchlength " +
    "watchn wh while write writec writem xflag hd fpp AT UC DT PD IX PP_ lf 1C 2C P! UN mso").split(" "),
);
const BREAKS = /^(?:br|sp|ti|ce|in|ne|bp|brp)$/;

export class RoffReader implements RoffBase {
  readonly found: MarkupBuilder;
  readonly page: ManPage;
  readonly roff: RoffText;
  readonly #lines: readonly SourceLine[];
  readonly #man: ManMacros;
  readonly #mdoc: MdocMacros;
  readonly #isMdoc: boolean;
  readonly #defined = new Set<string>();
  /** Whether the last condition was false for readers of text. */
  #isElseShown = true;
  #at = 0;

  constructor(found: MarkupBuilder, lines: readonly SourceLine[]) {
    this.found = found;
    this.#lines = lines;
    this.page = new ManPage(found);
    this.roff = new RoffText(found);
    this.#man = new ManMacros(this);
    this.#mdoc = new MdocMacros(this);
    this.#isMdoc = isMdoc(found.text);
  }

  read(): void {
    while (this.#at < this.#lines.length) this.#line(this.#lines[this.#at]!.start);
    this.#man.finish();
    this.page.finish();
  }

  /** Reads the line that stands next, from some place in it. */
  #line(start: number): void {
    const { text } = this.found;
    const from = this.#lines[this.#at]!;
    const isRequest = (text[start] === "." || text[start] === "'") && start < from.end;
    let line = from;
    // Each backslash at the end takes the next line in.
    while (isContinued(text, line) && this.#at + 1 < this.#lines.length) line = this.#lines[++this.#at]!;
    this.#at++;
    if (!isRequest) {
      this.#text(start, line.end, line.next);
      return;
    }
    let rest = start + 1;
    while (text[rest] === " " || text[rest] === "\t") rest++;
    const nameStart = rest;
    while (rest < line.end && !/[\s\\"]/.test(text[rest]!)) rest++;
    const name = text.slice(nameStart, rest);
    while (text[rest] === " " || text[rest] === "\t") rest++;
    this.#request({ start, end: line.end, next: line.next, name, rest: Math.min(rest, line.end) });
  }

  #text(start: number, end: number, next: number): void {
    const { text } = this.found;
    const line = { start, end, next };
    if (start >= end || text.slice(start, end).trim() === "") {
      if (!this.page.isCode) this.page.break();
      return;
    }
    if (this.#isMdoc ? this.#mdoc.text(line) : this.#man.text(line)) return;
    // A line that starts with spaces stands alone.
    if (!this.page.isCode && text[start] === " ") this.page.break();
    const shown = this.roff.read(start, end);
    this.page.text(start, shown);
  }

  #request(request: Omit<RoffLine, "arguments">): void {
    const { name, start, end, rest } = request;
    const line = { ...request, arguments: [] as readonly RoffArgument[] };
    const { found, page } = this;
    if (name === "if" || name === "ie" || name === "while" || name === "el") return this.#condition(line);
    if (name === "de" || name === "am" || name === "ig" || name === "de1" || name === "dei" || name === "ami") {
      return this.#definition(line);
    }
    if (name === "ds" || name === "ds1") this.#string(rest, end);
    if (name === "TS") {
      page.break();
      found.hide(start, end);
      this.#at = new RoffTable(this, this.#lines).read(this.#at, (at) => {
        this.#at = at;
        this.#line(this.#lines[at]!.start);
        return this.#at;
      });
      return;
    }
    if (name === "EQ") {
      found.hide(start, end);
      this.#at = readEquation(page, this.#lines, this.#at);
      return;
    }
    if (name === "so" && this.#alias(line)) return;
    if (name === "nf" || name === "fi") {
      page.break();
      page.isCode = name === "nf";
    } else if (BREAKS.test(name) && !page.isCode) page.break();
    if (name === "" || name === "br" || name === "nf" || name === "fi" || name === "." || BREAKS.test(name)) {
      found.hide(start, end);
      return;
    }
    if (name === "ft") {
      this.roff.setFont(found.text.slice(rest, end).trim());
      found.hide(start, end);
      return;
    }
    line.arguments = argumentsOf(found.text, rest, end);
    if (this.#isMdoc ? this.#mdoc.macro(line) : this.#man.macro(line)) return;
    if (SILENT.has(name)) {
      found.hide(start, end);
      return;
    }
    this.#unknown(line);
  }

  /** The words of an unknown macro are text; what sets its looks is not. */
  #unknown({ name, start, end, rest, arguments: words }: RoffLine): void {
    if (!words.some(({ text }) => /\p{L}/u.test(text))) {
      this.found.hide(start, end);
      return;
    }
    if (!this.#defined.has(name)) this.found.problem(`.${name} is not known`, start);
    this.found.hide(start, rest);
    this.words(words);
  }

  /** Text of arguments, with spaces between them. */
  words(words: readonly RoffArgument[], font?: "strong" | "emphasis" | "code"): void {
    const [first, last] = [words[0], words.at(-1)];
    if (first === undefined || last === undefined) return;
    for (const word of words) this.hideQuotes(word);
    const shown = this.roff.read(first.start, last.outerEnd, font);
    this.page.text(first.start, shown);
    this.found.hide(shown, last.outerEnd);
  }

  hideQuotes({ start, end, outerStart, outerEnd, doubled }: RoffArgument): void {
    this.found.hide(outerStart, start);
    this.found.hide(end, outerEnd);
    for (const at of doubled) this.found.hide(at, at + 1);
  }

  #string(rest: number, end: number): void {
    const written = this.found.text.slice(rest, Math.min(end, rest + 400));
    const [, name = "", value = ""] = /^(\S+)[ \t]+"?([\s\S]*)$/.exec(written) ?? [];
    if (name === "") return;
    const plain = value.replace(/\\f(?:\(..|\[[^\]]*\]|.)/g, "").replace(
      /\\[-&|^]/g,
      (sign) => sign === "\\-" ? "-" : "",
    );
    this.roff.strings.set(name, plain.includes("\\") ? "" : plain);
  }

  /** A page that stands for another one. */
  #alias({ start, end, rest }: Pick<RoffLine, "start" | "end" | "rest">): boolean {
    const { found } = this;
    const path = found.text.slice(rest, end).trim();
    const [, name, section] = /([^/\s]+)\.([1-9][a-z]*)(?:\.gz)?$/.exec(path) ?? [];
    if (name === undefined || found.text.length > 4000 || /^\.TH/m.test(found.text)) return false;
    found.standIn(start, rest, "The same page as ");
    this.page.text(rest, rest + path.length);
    this.page.break();
    found.mark("link", rest, rest + path.length, `man:${name}(${section})`);
    found.link("link", `man:${name}(${section})`, rest, rest + path.length);
    return true;
  }

  /** Hides the lines of a definition of a macro. */
  #definition({ name, start, end, rest }: Pick<RoffLine, "name" | "start" | "end" | "rest">): void {
    const { text } = this.found;
    const [first = "", second = ""] = text.slice(rest, end).split(/[ \t]+/);
    const stop = name === "ig" ? first : second;
    const closing = stop === "" ? "." : stop;
    if (name !== "ig") this.#defined.add(first);
    this.found.hide(start, end);
    const to = this.#nextCall(closing);
    if (to === undefined) {
      this.found.problem("a definition has no end", start);
      return;
    }
    for (; this.#at <= to; this.#at++) this.found.hide(this.#lines[this.#at]!.start, this.#lines[this.#at]!.end);
  }

  /** The next line that calls a macro. */
  #nextCall(name: string): number | undefined {
    this.#calls ??= callsIn(this.found.text, this.#lines);
    const lines = this.#calls.get(name) ?? [];
    return lines[firstPlace(lines.length, (place) => lines[place]! >= this.#at)];
  }

  /** The lines that call each macro. */
  #calls: ReadonlyMap<string, readonly number[]> | undefined;

  /**
   * Text is written for readers of text, `n`, or for printers, `t`. Of the two, only the first is shown. Of any other
   * condition, both sides are.
   */
  #condition({ name, start, end, rest }: Pick<RoffLine, "name" | "start" | "end" | "rest">): void {
    const { text } = this.found;
    const from = name === "el" ? rest : afterCondition(text, rest, end);
    const condition = text.slice(rest, from).trim();
    const isShown = name === "el"
      ? this.#isElseShown
      : condition !== "t" && condition !== "!n" && condition !== "0" && !condition.startsWith("v");
    if (name === "ie") this.#isElseShown = condition !== "n" && condition !== "!t";
    let body = from;
    while (text[body] === " " || text[body] === "\t") body++;
    const isBlock = text.startsWith("\\{", body);
    if (isBlock) body += 2;
    if (isBlock && text[body] === "\\" && /[\r\n]/.test(text[body + 1] ?? "")) body++;
    if (!isShown) {
      this.found.hide(start, end);
      if (isBlock) this.#skipBlock(start, end);
      return;
    }
    while (text[body] === " " || text[body] === "\t") body++;
    this.found.hide(start, Math.min(body, end));
    // The rest is a line of its own. A line that was continued into others is read from its last line.
    const last = this.#lines[this.#at - 1]!;
    if (body >= end) return;
    if (this.#nesting > MAX_NESTING) return this.#text(body, end, last.next);
    this.#at--;
    while (this.#at > 0 && this.#lines[this.#at]!.start > body) this.#at--;
    while (text[body] === "\n" || text[body] === "\r") body++;
    if (body >= this.#lines[this.#at]!.next) this.#at++;
    this.#nesting++;
    if (this.#at < this.#lines.length) this.#line(Math.max(body, this.#lines[this.#at]!.start));
    this.#nesting--;
  }

  #nesting = 0;

  #skipBlock(start: number, end: number): void {
    const { text } = this.found;
    let open = depthOf(text.slice(start, end));
    while (open > 0 && this.#at < this.#lines.length) {
      const line = this.#lines[this.#at]!;
      open += depthOf(text.slice(line.start, line.end));
      this.found.hide(line.start, line.end);
      this.#at++;
    }
  }
}

/** Conditions within one line that are read. */
const MAX_NESTING = 20;

function depthOf(line: string): number {
  return line.split("\\{").length - line.split("\\}").length;
}

function isContinued(text: string, { start, end }: SourceLine): boolean {
  if (text[end - 1] !== "\\" || end === start) return false;
  let signs = 0;
  while (end - 1 - signs >= start && text[end - 1 - signs] === "\\") signs++;
  return signs % 2 === 1;
}

function callsIn(text: string, lines: readonly SourceLine[]): ReadonlyMap<string, readonly number[]> {
  const calls = new Map<string, number[]>();
  for (const [at, { start, end }] of lines.entries()) {
    if (text[start] !== "." && text[start] !== "'") continue;
    const name = text.slice(start + 1, Math.min(end, start + 80)).trim().split(/\s/)[0]!;
    const known = calls.get(name);
    if (known === undefined) calls.set(name, [at]);
    else known.push(at);
  }
  return calls;
}
