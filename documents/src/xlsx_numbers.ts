/** Shows the numbers of a workbook as Excel does. numfmt reads all of Excel's formats, without a dependency. */
import { format } from "numfmt";
import { named, type XmlNode } from "./xml_tree.ts";

/** The text that a cell of a style shows for a number. */
export type NumberFormats = (style: number, value: number) => string;

/** Formats that a workbook does not state (ECMA-376, part 1, 18.8.30). Those that depend on the country are ISO dates. */
const BUILT_IN: Readonly<Record<number, string>> = {
  1: "0",
  2: "0.00",
  3: "#,##0",
  4: "#,##0.00",
  9: "0%",
  10: "0.00%",
  11: "0.00E+00",
  12: "# ?/?",
  13: "# ??/??",
  14: "yyyy-mm-dd",
  15: "d-mmm-yy",
  16: "d-mmm",
  17: "mmm-yy",
  18: "h:mm AM/PM",
  19: "h:mm:ss AM/PM",
  20: "h:mm",
  21: "h:mm:ss",
  22: "yyyy-mm-dd h:mm",
  37: "#,##0;(#,##0)",
  38: "#,##0;(#,##0)",
  39: "#,##0.00;(#,##0.00)",
  40: "#,##0.00;(#,##0.00)",
  45: "mm:ss",
  46: "[h]:mm:ss",
  47: "mm:ss.0",
  48: "##0.0E+0",
  // Thai forms of the ones above.
  59: "0",
  60: "0.00",
  61: "#,##0",
  62: "#,##0.00",
  67: "0%",
  68: "0.00%",
  69: "# ?/?",
  70: "# ??/??",
  71: "yyyy-mm-dd",
  72: "d-mmm-yy",
  73: "d-mmm",
  74: "mmm-yy",
  75: "h:mm",
  76: "h:mm:ss",
  77: "yyyy-mm-dd h:mm",
  78: "mm:ss",
  79: "[h]:mm:ss",
  80: "mm:ss.0",
  81: "yyyy-mm-dd",
};
/** Dates and times of China, Japan and Korea. Which of both an id means depends on the country. */
const isEastAsianDate = (id: number): boolean => (id >= 27 && id <= 36) || (id >= 50 && id <= 58);
const EAST_ASIAN_DATE = "east-asian-date";
/** Excel takes no longer ones, and each cell reads its own. */
export const MAX_FORMAT_LENGTH = 255;
/** Days from the first day of 1900 to that of 1904. */
const DAYS_TO_1904 = 1462;

/** `styles` is the root of the file of styles. */
export function numberFormats(styles: XmlNode | undefined, isFrom1904: boolean): NumberFormats {
  const own = new Map(
    named(styles, "numFmt").map(({ attributes }) => [
      Number(attributes["numFmtId"]),
      attributes["formatCode"] ?? "",
    ]),
  );
  const cells = named(styles, "cellXfs")[0];
  const codes = named(cells, "xf").map(({ attributes }) => {
    const id = Number(attributes["numFmtId"] ?? 0);
    const code = own.get(id) ?? BUILT_IN[id] ?? (isEastAsianDate(id) ? EAST_ASIAN_DATE : "General");
    return code.length > MAX_FORMAT_LENGTH ? "General" : code;
  });
  return (style, value) => {
    const code = codes[style] ?? "General";
    return numberText(code === EAST_ASIAN_DATE ? dateForm(value) : code, value, isFrom1904);
  };
}

/** The form in which nothing of a date and a time is lost. */
function dateForm(value: number): string {
  const time = Number.isInteger(Math.round(value * 1440 * 60) / 60) ? "h:mm" : "h:mm:ss";
  if (value >= 0 && value < 1) return time;
  return Number.isInteger(value) ? "yyyy-mm-dd" : `yyyy-mm-dd ${time}`;
}

/** A number as Excel shows it in a format. */
export function numberText(code: string, value: number, isFrom1904: boolean): string {
  if (!/^General$|^@$/i.test(code)) {
    const isDate = isFrom1904 && /[ymdhs]/i.test(code.replace(/"[^"]*"|\\.|\[[^\]]*\]/g, ""));
    const shown = formatted(code, isDate ? value + DAYS_TO_1904 : value);
    if (shown !== "") return shown;
  }
  // As the line for formulas shows it: a cell has room for fewer digits.
  return String(Number(value.toPrecision(15)));
}

/** Empty where the format is wrong, or hides the value. */
function formatted(code: string, value: number): string {
  try {
    return format(code, value).replace(/\s+/g, " ").trim();
  } catch {
    return "";
  }
}
