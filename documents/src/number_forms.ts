/** Forms in which office programs write the numbers of headings, lists and notes. */

/** A number in a form that ECMA-376 or OpenDocument names. Forms that are rare are written with digits. */
export function numberInForm(value: number, form: string): string {
  if (!Number.isSafeInteger(value) || value < 0) return String(value);
  switch (form) {
    case "none":
    case "bullet":
    case "":
      return "";
    case "decimalZero":
      return String(value).padStart(2, "0");
    case "upperRoman":
    case "I":
      return roman(value);
    case "lowerRoman":
    case "i":
      return roman(value).toLowerCase();
    case "upperLetter":
    case "A":
      return letters(value, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    case "lowerLetter":
    case "a":
      return letters(value, "abcdefghijklmnopqrstuvwxyz");
    case "russianUpper":
      return letters(value, "АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЫЭЮЯ");
    case "russianLower":
      return letters(value, "абвгдежзиклмнопрстуфхцчшщыэюя");
    case "ordinal":
      return `${value}${ordinalEnding(value)}`;
    case "hex":
      return value.toString(16).toUpperCase();
    case "cardinalText":
      return capitalised(cardinal(value));
    case "ordinalText":
      return capitalised(ordinal(value));
    case "decimalEnclosedCircle":
    case "decimalEnclosedCircleChinese":
      return value >= 1 && value <= 20 ? String.fromCodePoint(0x245f + value) : String(value);
    case "decimalFullWidth":
    case "decimalFullWidth2":
      return String(value).replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)));
    case "chineseCounting":
    case "chineseCountingThousand":
    case "japaneseCounting":
    case "taiwaneseCounting":
    case "taiwaneseCountingThousand":
    case "koreanCounting":
      return counting(value, form === "koreanCounting" ? "영일이삼사오육칠팔구십" : "〇一二三四五六七八九十");
    case "ideographDigital":
    case "japaneseDigitalTenThousand":
      return String(value).replace(/\d/g, (digit) => "〇一二三四五六七八九"[Number(digit)]!);
    case "ideographTraditional":
      return cycled(value, "甲乙丙丁戊己庚辛壬癸");
    case "ideographZodiac":
      return cycled(value, "子丑寅卯辰巳午未申酉戌亥");
    case "ganada":
      return cycled(value, "가나다라마바사아자차카타파하");
    case "chosung":
      return cycled(value, "ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ");
    case "aiueo":
    case "aiueoFullWidth":
      return cycled(
        value,
        "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン",
      );
    case "iroha":
    case "irohaFullWidth":
      return cycled(
        value,
        "イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセスン",
      );
    default:
      return String(value);
  }
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

const cycled = (value: number, signs: string): string =>
  value >= 1 && value <= signs.length ? signs[value - 1]! : String(value);

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

const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
