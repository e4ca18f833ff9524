/** Reads the numbers with which an answer cites: `[1][2]`, `[1–3]`, `[Source: 1]`, `【1†L1-L3】` and their kin. */

/** How an answer cites: in brackets, or in parentheses if it has no brackets. */
export type MarkerStyle = "brackets" | "parentheses";

export interface FoundMarker {
  readonly start: number;
  readonly end: number;
  /** In their order, each once. */
  readonly numbers: readonly number[];
  /** Whether a word in it says that it is a source. */
  readonly isNamed: boolean;
}

/** A longer range is not a citation, so only its ends are read. */
const MAX_RANGE_LENGTH = 100;
/** The most numbers that are cited for one place. */
const MAX_CITED = MAX_RANGE_LENGTH + 1;

const DASH = "[‐‑‒–—−~〜～-]";
/** What stands before a number: “Source: 1”, “see passages 1 and 2”. */
const WORD =
  "(?:see(?: also)?|cf|vgl|siehe|ver|véase|voir|vedi|см|sources?|src|passages?|documents?|docs?|refs?|references?|cite[sd]?|citations?|" +
  "context|chunks?|excerpts?|snippets?|results?|notes?|footnotes?|quellen?|passagen?|belege?|fundstellen?|dokumente?|fußnoten?|" +
  "fuentes?|pasajes?|documentos?|referencias?|citas?|notas?|fontes?|fonti?|fonte|réf(?:érence)?s?|extraits?|" +
  "источник[аи]?|отрыв[а-я]{1,4}|фрагмент[ыа]?|документ[ыа]?|ссылк[аи]|пассаж[иа]?|" +
  "来源|來源|参考|參考|引用|出典|出处|出處|段落|文档|文檔|文件|文書|资料|資料|参照|參見|参见|見|见|パッセージ|ソース|" +
  "no|nr|num|№)";
const BETWEEN = `(?:${DASH}|\\.{2,3}|(?<=\\s)(?:to|through|bis|à|a|до)(?=\\s))`;
const NAMED = new RegExp(`^(?:[#^†]\\s*)?${WORD}(?![\\p{L}])`, "iu");
const ONE = new RegExp(`(?:(?:[#^†]|${WORD}(?:\\s?(?:no|nr)\\.)?[.:：_#№-]*)\\s*){0,3}[#^]?(\\d{1,6})(?!\\d)`, "iuy");
const JOIN = new RegExp(
  `\\s*(?:,?\\s*(?:[,;&+、，；|]|(?:and|und|et|e|y|и|和|与|與|及|と|or|oder|ou|o)(?![\\p{L}]))|(${BETWEEN}))\\s*`,
  "iuy",
);
/** What stands after the numbers: lines, a page, a path, the signs of OpenAI. */
const PLACES = [
  /^[,:;]?\s*(?:L|lines?|Zeilen?|lignes?|líneas?|p|pp|pages?|Seiten?|S|§|строк[аи]|стр|行|页|頁)\.?\s?\d.{0,30}$/iu,
  /^(?:\s*[:,;|†—–-]\s*|\s+)\S{0,200}?(?:\/|\.[a-z]{1,8}\b|#).{0,200}$/iu,
  /^(?::\d{1,4})?†.{0,80}$/u,
  /^$/u,
];
const BRACKETS = /[[【［〔]([^[\]【】［］〔〕\n]{1,300})[\]】］〕]/gu;
const PARENTHESES = /[(（]([^()（）\n]{1,120})[)）]/gu;
/** `[1](http://…)` is a link, even where its signs are escaped. */
const LINK = /^\((?:[^\s()]|\([^\s()]*\))*(?:\s+(?:"[^"]*"|'[^']*'))?\)/u;
/** What a list of numbers is the value of. */
const VALUE =
  /(?:=|\b(?:range|interval|between|within|array|list|tuple|vector|shape|matrix|Bereich|Intervall|rango|intervalo|intervalle|диапазон[а-я]*))\s*$/iu;
/** A name of code at the end of a text: `a`, `argv`, `sys.path`, `my_list`, `get()`. */
const CODE_NAME = new RegExp(
  "(?:^|[^\\p{L}\\p{N}_$])(?:[\\p{L}\\p{N}$]*_[\\p{L}\\p{N}_$]*|[\\p{L}\\p{N}_$]+\\.[\\p{L}\\p{N}_$]+|[\\p{L}\\p{N}_$.]+\\(\\)|\\$\\w+|" +
    "\\p{Ll}+\\p{Lu}[\\p{L}\\p{N}]*|\\p{Script=Latin}{1,2}|argv?s?|arr(?:ay)?|list|params|cols|idx|matrix|dict|env|foo|bar|baz)$",
  "u",
);
const MAX_NAME_LENGTH = 40;
const MAX_LINK_LENGTH = 500;
/** Numbers of passages are smaller. */
const LEAST_VALUE = 1000;

/** In their order. `masked` has an `x` for each character of code. */
export function markersIn(masked: string, style: MarkerStyle): readonly FoundMarker[] {
  const found = [...matches(masked, BRACKETS)];
  for (const marker of matches(masked, PARENTHESES)) {
    if (marker.isNamed || style === "parentheses") found.push(marker);
  }
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  const kept: FoundMarker[] = [];
  for (const marker of found) {
    const before = kept.at(-1);
    if (marker.start < (before?.end ?? 0)) continue;
    // `[1]–[3]`
    const isRange = before !== undefined && RANGE_SIGN.test(masked.slice(before.end, marker.start));
    if (isRange) kept[kept.length - 1] = rangeOf(before, marker);
    else kept.push(marker);
  }
  return kept;
}

/** Whether all that stands in parentheses as `(1)` does so at the end of a sentence, and there is such a thing. */
export function citesInParentheses(texts: readonly string[]): boolean {
  let count = 0;
  for (const text of texts) {
    for (const { start, end } of matches(text, PARENTHESES)) {
      if (
        !/[\p{L}\p{N}.!?。！？)）]\s?$/u.test(text.slice(0, start)) ||
        !/^\s*(?:$|[.!?。！？，,;；\n(（])/u.test(text.slice(end))
      ) {
        return false;
      }
      count++;
    }
  }
  return count > 0;
}

const RANGE_SIGN = new RegExp(`^\\s?${DASH}\\s?$`, "u");

function rangeOf({ start, numbers: [first = 0] }: FoundMarker, { end, numbers }: FoundMarker): FoundMarker {
  return { start, end, isNamed: false, numbers: between(first, numbers.at(-1) ?? first) };
}

function* matches(masked: string, pattern: RegExp): Generator<FoundMarker> {
  /** What each marker cites, as the same ones come again and again. */
  const known = new Map<string, CitedList | undefined>();
  for (const { 0: marker, 1: inside = "", index } of masked.matchAll(pattern)) {
    if (!/[\d０-９]/u.test(inside)) continue;
    if (!known.has(marker)) known.set(marker, citedIn(inside));
    const list = known.get(marker);
    if (list === undefined || (pattern === PARENTHESES && marker.length > 40 && !list.isNamed)) continue;
    const { numbers, isNamed } = list;
    const end = index + marker.length;
    const before = masked.slice(Math.max(0, index - MAX_NAME_LENGTH), index);
    if (masked[end] === "(" && (before.endsWith("!") || LINK.test(masked.slice(end, end + MAX_LINK_LENGTH)))) continue;
    if (/[\p{L}\p{N}_$)]$/u.test(before) && CODE_NAME.test(before)) continue;
    const isValue = !isNamed && numbers.length > 1 &&
      (numbers.every((number) => number >= LEAST_VALUE) || VALUE.test(before));
    if (!isValue) yield { start: index, end, numbers, isNamed };
  }
}

interface CitedList {
  /** In their order, each once. */
  readonly numbers: readonly number[];
  /** Whether a word says that it is a source. */
  readonly isNamed: boolean;
}

/** What is cited in brackets; undefined where that is no citation. */
export function citedIn(inside: string): CitedList | undefined {
  const text = inside.normalize("NFKC").trim();
  const numbers = new Set<number>();
  let [at, last] = [0, 0];
  let isRange = false;
  for (let next = 0;;) {
    ONE.lastIndex = next;
    const one = ONE.exec(text);
    if (one === null) break;
    const number = Number(one[1]);
    for (const each of isRange ? between(last, number) : [number]) numbers.add(each);
    last = number;
    at = ONE.lastIndex;
    JOIN.lastIndex = at;
    const join = JOIN.exec(text);
    if (join === null || numbers.size >= MAX_CITED) break;
    isRange = join[1] !== undefined;
    next = JOIN.lastIndex;
  }
  if (numbers.size === 0 || !PLACES.some((place) => place.test(text.slice(at)))) return undefined;
  return { numbers: [...numbers].slice(0, MAX_CITED), isNamed: NAMED.test(text) };
}

/** All between two numbers; of a range that is too long only its ends. */
function between(one: number, other: number): readonly number[] {
  const [first, last] = [Math.min(one, other), Math.max(one, other)];
  if (last - first > MAX_RANGE_LENGTH) return [one, other];
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

/** The numbers of several lists, each once. */
export function distinct(lists: Iterable<readonly number[]>): readonly number[] {
  const numbers = new Set<number>();
  for (const list of lists) {
    for (const number of list) numbers.add(number);
    if (numbers.size >= MAX_CITED) break;
  }
  return [...numbers].slice(0, MAX_CITED);
}
