/** What somebody wrote into the fields of a PDF page, and which of its boxes are checked. */
import { placeOf, type TextItem } from "./pdf_items.ts";

/** What is used of an annotation of pdf.js. */
export interface Annotation {
  readonly subtype?: unknown;
  readonly url?: unknown;
  readonly rect?: unknown;
  readonly fieldType?: unknown;
  readonly fieldValue?: unknown;
  readonly password?: unknown;
  readonly checkBox?: unknown;
  readonly radioButton?: unknown;
  readonly exportValue?: unknown;
  readonly buttonValue?: unknown;
  readonly options?: unknown;
  /** Whether a choice shows only what was chosen. */
  readonly combo?: unknown;
  readonly annotationFlags?: unknown;
  readonly contentsObj?: { readonly str?: unknown };
  readonly titleObj?: { readonly str?: unknown };
}

/** Invisible, or hidden: PDF 32000-1, table 165. */
const HIDDEN = 0b10_0010;
const FIELD_SIZE = 10;
const MAX_OPTIONS = 1000;

export const isHidden = ({ annotationFlags }: Annotation): boolean => (Number(annotationFlags ?? 0) & HIDDEN) !== 0;

/** The texts of a page, with those of its fields where they stand. */
export function withFields(texts: readonly TextItem[], annotations: readonly Annotation[]): readonly TextItem[] {
  const fields = annotations.flatMap((annotation) => {
    const { rect, subtype, fieldType } = annotation;
    if (subtype !== "FreeText" && fieldType === undefined) return [];
    if (!Array.isArray(rect) || isHidden(annotation)) return [];
    return [{ annotation, rect: rect as readonly number[] }];
  });
  const before = new Map<number, TextItem[]>();
  for (const { annotation, rect } of fields) {
    const { place, near } = placeFor(rect, texts);
    const lines = fieldLines(annotation, near);
    if (lines.length === 0) continue;
    const held = before.get(place.at) ?? [];
    before.set(place.at, held);
    held.push(...lines.map((str, line) => fieldItem(str, rect, place.y - 1.2 * FIELD_SIZE * line)));
  }
  if (before.size === 0) return texts;
  for (const held of before.values()) held.sort((a, b) => placeOf(b).y - placeOf(a).y || placeOf(a).x - placeOf(b).x);
  return [...texts, undefined].flatMap((
    item,
    at,
  ) => [...(before.get(at) ?? []), ...(item === undefined ? [] : [item])]);
}

interface FieldPlace {
  /** Before which text it stands. */
  readonly at: number;
  readonly y: number;
}

/** Beside the text on its height: behind what is on its left, or before what is on its right. `near` is that text. */
function placeFor(
  rect: readonly number[],
  texts: readonly TextItem[],
): { readonly place: FieldPlace; readonly near: string } {
  const [left = 0, bottom = 0, right = 0, top = 0] = rect;
  let [behind, ahead, lower]: (number | undefined)[] = [];
  let y = top - bottom > 2 * FIELD_SIZE ? top - FIELD_SIZE : bottom + Math.max(0, (top - bottom - FIELD_SIZE) / 2) + 2;
  const near: string[] = [];
  for (const [at, item] of texts.entries()) {
    if (item.str.trim() === "") continue;
    const place = placeOf(item);
    const isBeside = place.y > bottom - 0.4 * item.height && place.y < top && place.turns === 0;
    if (isBeside) {
      near.push(item.str);
      const isLeft = place.x + item.width / 2 <= (left + right) / 2;
      if (isLeft && (behind === undefined || placeOf(texts[behind]!).x <= place.x)) behind = at;
      if (!isLeft && (ahead === undefined || placeOf(texts[ahead]!).x > place.x)) ahead = at;
    }
    if (lower === undefined && place.y < bottom) lower = at;
  }
  const beside = behind ?? ahead;
  if (beside !== undefined) ({ y } = placeOf(texts[beside]!));
  const at = behind === undefined ? ahead ?? lower ?? texts.length : behind + 1;
  return { place: { at, y }, near: near.join(" ") };
}

/** Empty for a field that says nothing. */
function fieldLines(annotation: Annotation, near: string): readonly string[] {
  const { subtype, fieldType, fieldValue, contentsObj, password } = annotation;
  if (subtype === "FreeText") return linesIn(contentsObj?.str);
  if (fieldType === "Btn") return buttonLines(annotation, near);
  if (password === true) return [];
  if (fieldType === "Tx") return linesIn(fieldValue);
  if (fieldType !== "Ch") return [];
  const all = optionsOf(annotation);
  if (annotation.combo === false && all.length > 0) return listLines(all, [fieldValue].flat());
  return linesIn([fieldValue].flat().map((value) => shownOption(value, annotation)).join(", "));
}

/** A list shows all choices. Long ones are cut by the page, too, and are told whole. */
function listLines(all: readonly FieldOption[], chosen: readonly unknown[]): readonly string[] {
  return all.slice(0, MAX_OPTIONS).flatMap(({ exportValue, displayValue }) => {
    const text = [displayValue, exportValue].find((each): each is string => typeof each === "string") ?? "";
    const isChosen = chosen.includes(exportValue) || chosen.includes(displayValue);
    return linesIn(text).map((line) => (isChosen ? `[x] ${line}` : line));
  });
}

interface FieldOption {
  readonly exportValue?: unknown;
  readonly displayValue?: unknown;
}

const optionsOf = ({ options }: Annotation): readonly FieldOption[] =>
  Array.isArray(options) ? options as readonly FieldOption[] : [];

function linesIn(value: unknown): readonly string[] {
  const text = typeof value === "string" ? value : "";
  return text.split(/\r\n?|\n/).map((line) => line.trim()).filter(Boolean);
}

function shownOption(value: unknown, annotation: Annotation): string {
  const shown = optionsOf(annotation).find(({ exportValue }) => exportValue === value)?.displayValue;
  return [shown, value].find((each): each is string => typeof each === "string") ?? "";
}

function buttonLines(annotation: Annotation, near: string): readonly string[] {
  const { checkBox, radioButton, fieldValue, exportValue, buttonValue } = annotation;
  if (checkBox !== true && radioButton !== true) return [];
  const own = radioButton === true ? buttonValue : exportValue;
  const isOn = typeof fieldValue === "string" && fieldValue !== "Off" &&
    (own === undefined || own === null || fieldValue === own);
  const mark = isOn ? "[x]" : "[ ]";
  // The name of a choice may stand beside it.
  const isNamed = typeof own !== "string" || /^(?:yes|on|off|true|\d*|choice ?\d*)$/i.test(own) ||
    near.toLowerCase().includes(own.toLowerCase());
  return [isNamed || (radioButton !== true && near !== "") ? mark : `${mark} ${own}`];
}

function fieldItem(str: string, [left = 0, , right = 0]: readonly number[], y: number): TextItem {
  const size = FIELD_SIZE;
  const width = Math.min(right - left, str.length * size / 2);
  return { str, transform: [size, 0, 0, size, left, y], width, height: size, hasEOL: false };
}
