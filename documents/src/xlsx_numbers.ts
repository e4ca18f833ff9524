/** Shows the numbers of a workbook as Excel does. numfmt reads all of Excel's formats, without a dependency. */
import { format } from "numfmt";
import { named, type XmlElement } from "./archive.ts";

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
};
/** Excel takes no longer ones, and each cell reads its own. */
export const MAX_FORMAT_LENGTH = 255;
/** Days from the first day of 1900 to that of 1904. */
const DAYS_TO_1904 = 1462;

/** `styles` is the root of the file of styles. */
export function numberFormats(styles: XmlElement | undefined, isFrom1904: boolean): NumberFormats {
  const own = new Map(
    (styles === undefined ? [] : named(styles, "numFmt")).map((element) => [
      Number(element.getAttribute("numFmtId")),
      element.getAttribute("formatCode") ?? "",
    ]),
  );
  const cells = styles === undefined ? undefined : named(styles, "cellXfs")[0];
  const codes = (cells === undefined ? [] : named(cells, "xf")).map((element) => {
    const id = Number(element.getAttribute("numFmtId") ?? 0);
    const code = own.get(id) ?? BUILT_IN[id] ?? "General";
    return code.length > MAX_FORMAT_LENGTH ? "General" : code;
  });
  return (style, value) => numberText(codes[style] ?? "General", value, isFrom1904);
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
