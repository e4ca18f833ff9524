/** Forms in which office programs write the numbers of headings, lists and notes. */

type NumberForm = (value: number) => string;

/** A number in a form that ECMA-376 or OpenDocument names. Forms that are rare are written with digits. */
export function numberInForm(value: number, form: string): string {
  if (!Number.isSafeInteger(value) || value < 0) return String(value);
  return (FORMS.get(form) ?? String)(value);
}

const ROMAN: readonly (readonly [number, string])[] = [
  [1000, "M"],
  [900, "CM"],
  [500, "D"],
  [400, "CD"],
  [100, "C"],
  [90, "XC"],
  [50, "L"],
  [40, "XL"],
  [10, "X"],
  [9, "IX"],
  [5, "V"],
  [4, "IV"],
  [1, "I"],
];
const MOST_ROMAN = 10_000;

function roman(value: number): string {
  if (value === 0 || value > MOST_ROMAN) return String(value);
  let [left, text] = [value, ""];
  for (const [number, sign] of ROMAN) {
    for (; left >= number; left -= number) text += sign;
  }
  return text;
}

/** After the last letter, letters are doubled, then tripled: aa, bb, cc. */
function letters(value: number, alphabet: string): string {
  const times = Math.ceil(value / alphabet.length);
  return value === 0 || times > 10 ? String(value) : alphabet[(value - 1) % alphabet.length]!.repeat(times);
}

/** Below a hundred, as lists are. */
function counting(value: number, signs: string): string {
  if (value > 99) return String(value);
  const [tens, ones] = [Math.floor(value / 10), value % 10];
  if (tens === 0) return signs[ones]!;
  return `${tens === 1 ? "" : signs[tens]}${signs[10]}${ones === 0 ? "" : signs[ones]}`;
}

function ordinalEnding(value: number): string {
  if (value % 100 >= 11 && value % 100 <= 13) return "th";
  return ["th", "st", "nd", "rd"][value % 10] ?? "th";
}

const SMALL =
  ("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen " +
    "seventeen eighteen nineteen").split(" ");
const TENS = "- - twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const ORDINALS: Readonly<Record<string, string>> = {
  one: "first",
  two: "second",
  three: "third",
  five: "fifth",
  eight: "eighth",
  nine: "ninth",
  twelve: "twelfth",
};

function cardinal(value: number): string {
  if (value > 99) return String(value);
  if (value < 20) return SMALL[value]!;
  return `${TENS[Math.floor(value / 10)]}${value % 10 === 0 ? "" : `-${SMALL[value % 10]}`}`;
}

function ordinal(value: number): string {
  if (value > 99) return `${value}${ordinalEnding(value)}`;
  const words = cardinal(value).split("-");
  const last = words.pop()!;
  return [...words, ORDINALS[last] ?? (last.endsWith("y") ? `${last.slice(0, -1)}ieth` : `${last}th`)].join("-");
}

function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

const inDigits = (digits: string): NumberForm => (value) =>
  String(value).replace(/\d/g, (digit) => digits[Number(digit)]!);
const inLetters = (alphabet: string): NumberForm => (value) => letters(value, alphabet);
const inTurn = (signs: string): NumberForm => (value) =>
  value >= 1 && value <= signs.length ? signs[value - 1]! : String(value);
const inCharacters = (signs: string): NumberForm => (value) => counting(value, signs);
const nothing: NumberForm = () => "";
const circled: NumberForm = (value) => value >= 1 && value <= 20 ? String.fromCodePoint(0x245f + value) : String(value);
const chinese = inCharacters("〇一二三四五六七八九十");
const aiueo = inTurn("アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン");
const iroha = inTurn(
  "イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセスン",
);

const FORMS: ReadonlyMap<string, NumberForm> = new Map([
  ["", nothing],
  ["none", nothing],
  ["bullet", nothing],
  ["decimalZero", (value) => String(value).padStart(2, "0")],
  ["upperRoman", roman],
  ["I", roman],
  ["lowerRoman", (value) => roman(value).toLowerCase()],
  ["i", (value) => roman(value).toLowerCase()],
  ["upperLetter", inLetters("ABCDEFGHIJKLMNOPQRSTUVWXYZ")],
  ["A", inLetters("ABCDEFGHIJKLMNOPQRSTUVWXYZ")],
  ["lowerLetter", inLetters("abcdefghijklmnopqrstuvwxyz")],
  ["a", inLetters("abcdefghijklmnopqrstuvwxyz")],
  ["russianUpper", inLetters("АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЫЭЮЯ")],
  ["russianLower", inLetters("абвгдежзиклмнопрстуфхцчшщыэюя")],
  ["ordinal", (value) => `${value}${ordinalEnding(value)}`],
  ["hex", (value) => value.toString(16).toUpperCase()],
  ["cardinalText", (value) => capitalised(cardinal(value))],
  ["ordinalText", (value) => capitalised(ordinal(value))],
  ["decimalEnclosedCircle", circled],
  ["decimalEnclosedCircleChinese", circled],
  ["decimalFullWidth", inDigits("０１２３４５６７８９")],
  ["decimalFullWidth2", inDigits("０１２３４５６７８９")],
  ["chineseCounting", chinese],
  ["chineseCountingThousand", chinese],
  ["japaneseCounting", chinese],
  ["taiwaneseCounting", chinese],
  ["taiwaneseCountingThousand", chinese],
  ["koreanCounting", inCharacters("영일이삼사오육칠팔구십")],
  ["ideographDigital", inDigits("〇一二三四五六七八九")],
  ["japaneseDigitalTenThousand", inDigits("〇一二三四五六七八九")],
  ["ideographTraditional", inTurn("甲乙丙丁戊己庚辛壬癸")],
  ["ideographZodiac", inTurn("子丑寅卯辰巳午未申酉戌亥")],
  ["ganada", inTurn("가나다라마바사아자차카타파하")],
  ["chosung", inTurn("ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ")],
  ["aiueo", aiueo],
  ["aiueoFullWidth", aiueo],
  ["iroha", iroha],
  ["irohaFullWidth", iroha],
]);
