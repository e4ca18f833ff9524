/** Compares the headings and words that ra reads of pages with those that another program reads. */
import { compareWords, sum, type WordCounts } from "../../tests/document/visible/words.ts";

/** A page as one of both reads it. `texts`: readings of it that are all right. */
export interface ReadPage {
  readonly headings: readonly string[];
  readonly texts: readonly string[];
}

interface Share {
  readonly headings: number;
  readonly lost: number;
  readonly extra: number;
}

const SHOWN = 12;

export class Comparison {
  readonly #name: string;
  readonly #most: Share;
  #pages = 0;
  #headings = 0;
  #equal = 0;
  #visible = 0;
  #indexed = 0;
  readonly #lost = new Map<string, number>();
  readonly #extra = new Map<string, number>();
  readonly #others: string[] = [];

  /** Shares of 1: of headings that must be equal, and of words that may be lost and extra. */
  constructor(name: string, most: Share) {
    this.#name = name;
    this.#most = most;
  }

  add(path: string, own: ReadPage, other: ReadPage): void {
    this.#pages++;
    const { visible, indexed, missing, invisible } = compareWords(other.texts, own.texts.join("\n"));
    this.#visible += visible;
    this.#indexed += indexed;
    addAll(this.#lost, missing, path);
    addAll(this.#extra, invisible, path);
    const left = own.headings.map(plain);
    this.#headings += Math.max(own.headings.length, other.headings.length);
    for (const heading of other.headings) {
      const at = left.indexOf(plain(heading));
      if (at < 0) this.#others.push(`- ${heading} (${path})`);
      else {
        left.splice(at, 1);
        this.#equal++;
      }
    }
    for (const heading of left) this.#others.push(`+ ${heading} (${path})`);
  }

  /** Prints what was found. Returns whether it is within the bounds. */
  print(): boolean {
    const share = (part: number, whole: number): number => whole === 0 ? 0 : part / whole;
    const found = {
      headings: this.#headings === 0 ? 1 : this.#equal / this.#headings,
      lost: share(sum(this.#lost), this.#visible),
      extra: share(sum(this.#extra), this.#indexed),
    };
    const isRight = found.headings >= this.#most.headings && found.lost <= this.#most.lost &&
      found.extra <= this.#most.extra;
    const percent = (value: number): string => `${(100 * value).toFixed(3)} %`;
    console.log(`\n${this.#name}${isRight ? "" : "  WRONG"}`);
    console.log(`  pages ${this.#pages}, headings ${this.#headings}, words ${this.#visible}`);
    console.log(`  headings that are equal  ${percent(found.headings)}`);
    console.log(`  words that are lost      ${percent(found.lost)}`);
    console.log(`  words that are extra     ${percent(found.extra)}`);
    for (const other of this.#others.slice(0, SHOWN)) console.log(`    ${other}`);
    for (const [what, words] of [["lost ", this.#lost], ["extra", this.#extra]] as const) {
      const most = [...words].sort(([, a], [, b]) => b - a).slice(0, SHOWN);
      for (const [word, count] of most) console.log(`    ${what} ${`${count}`.padStart(6)}  ${word}`);
    }
    return isRight;
  }
}

function addAll(to: Map<string, number>, words: WordCounts, path: string): void {
  for (const [word, count] of words) {
    const key = `${word} (${path})`;
    to.set(key, (to.get(key) ?? 0) + count);
  }
}

function plain(heading: string): string {
  return heading.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}
