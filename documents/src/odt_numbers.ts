/** Counts the numbers of headings and lists of an ODT document. */
import { numberInForm } from "./number_forms.ts";
import type { ListLevel, OdtStyles } from "./odt_styles.ts";
import type { XmlNode } from "./xml_tree.ts";

interface OdtMark {
  /** Such as `2.1` or `(a)`; empty for a bullet. */
  readonly label: string;
  /** Where the label is one number in digits, and nothing else but a full stop or a bracket. */
  readonly number: number | null;
}

/** A list that is being read, on any level. */
export interface OpenOdtList {
  readonly style: string | undefined;
  /** From 1. */
  readonly level: number;
  /** Of all levels, the outermost first. */
  readonly counts: (number | undefined)[];
}

export interface OdtNumbers {
  /** `outer` is the list around it. */
  open(list: XmlNode, outer: OpenOdtList | undefined): OpenOdtList;
  next(list: OpenOdtList, item: XmlNode): OdtMark;
  heading(level: number): string;
}

const BULLET: OdtMark = { label: "", number: null };

export function countNumbers(styles: OdtStyles): OdtNumbers {
  const byId = new Map<string, OpenOdtList>();
  const byStyle = new Map<string, OpenOdtList>();
  const headings: (number | undefined)[] = [];
  return {
    open({ attributes }, outer) {
      const style = attributes["text:style-name"] ?? outer?.style;
      if (outer !== undefined) {
        outer.counts[outer.level] = undefined;
        return { style, level: outer.level + 1, counts: outer.counts };
      }
      const before = attributes["text:continue-list"] === undefined
        ? attributes["text:continue-numbering"] === "true" ? byStyle.get(style ?? "") : undefined
        : byId.get(attributes["text:continue-list"]) ?? byStyle.get(style ?? "");
      const list: OpenOdtList = { style, level: 1, counts: before?.counts ?? [] };
      byStyle.set(style ?? "", list);
      if (attributes["xml:id"] !== undefined) byId.set(attributes["xml:id"], list);
      return list;
    },
    next({ style, level, counts }, { attributes }) {
      const form = styles.listLevel(style, level);
      if (form === undefined || form.isBullet) return BULLET;
      const start = Number(attributes["text:start-value"] ?? NaN);
      counts[level - 1] = Number.isSafeInteger(start) ? start : (counts[level - 1] ?? form.start - 1) + 1;
      counts.length = level;
      const label = labelOf(form, level, counts, (each) => styles.listLevel(style, each));
      const isNumber = form.form === "1" && form.levels === 1 && form.before === "" &&
        /^[.)]?$/.test(form.after.trim());
      return { label, number: isNumber ? counts[level - 1]! : null };
    },
    heading(level) {
      const form = styles.headingLevel(level);
      if (form === undefined) return "";
      headings[level - 1] = (headings[level - 1] ?? form.start - 1) + 1;
      headings.length = level;
      return labelOf(form, level, headings, (each) => styles.headingLevel(each));
    },
  };
}

function labelOf(
  form: ListLevel,
  level: number,
  counts: readonly (number | undefined)[],
  formOf: (level: number) => ListLevel | undefined,
): string {
  if (form.form === "") return "";
  const numbers: string[] = [];
  for (let each = Math.max(1, level - form.levels + 1); each <= level; each++) {
    const own = formOf(each);
    const number = own === undefined
      ? ""
      : numberInForm(counts[each - 1] ?? own.start, own.form === "1" ? "decimal" : own.form);
    if (number !== "") numbers.push(number);
  }
  return `${form.before}${numbers.join(".")}${form.after}`.trim();
}
