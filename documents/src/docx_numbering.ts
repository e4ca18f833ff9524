/** Counts the numbers of headings and lists of a DOCX document (ECMA-376, part 1, 17.9). */
import { isOn, type NumberReference, valueOf } from "./docx_styles.ts";
import { numberInForm } from "./number_forms.ts";
import { childOf, nodesIn, type XmlNode } from "./xml_tree.ts";

export interface ListMark {
  readonly level: number;
  /** As Word shows it, such as `2.1` or `(a)`. Empty for a bullet. */
  readonly label: string;
  /** Where the label is one number in digits, and nothing else but a full stop or a bracket. */
  readonly number: number | null;
  readonly isBullet: boolean;
}

export interface Numbering {
  /** Counts a paragraph. Undefined where it has no number. */
  next(reference: NumberReference): ListMark | undefined;
}

interface Level {
  readonly start: number;
  readonly form: string;
  readonly text: string;
  /** The level, from 1, after which it begins again; 0 for never. */
  readonly restart: number | undefined;
  readonly isDigits: boolean;
  readonly style: string | undefined;
}

interface List {
  /** Lists of one kind go on counting where the other stopped. */
  readonly kind: string;
  readonly levels: readonly (Level | undefined)[];
  /** Levels that the first paragraph of the list sets to a number. */
  readonly starts: ReadonlyMap<number, number>;
}

const LEVELS = 9;
/** Letters of what stands around a number. */
const MAX_TEXT = 100;

/** `root` is the root of the part of numbers. */
export function readNumbering(root: XmlNode | undefined): Numbering {
  const lists = readLists(root);
  const counts = new Map<string, (number | undefined)[]>();
  const begun = new Set<string>();
  return {
    next({ list: id, level: stated, style }) {
      const list = id === undefined ? undefined : lists.get(id);
      if (id === undefined || list === undefined) return undefined;
      const found = stated ?? (style === undefined ? -1 : list.levels.findIndex((each) => each?.style === style));
      const at = Math.max(0, found);
      const level = list.levels[at];
      if (level === undefined) return undefined;
      const count = counts.get(list.kind) ?? Array<number | undefined>(LEVELS).fill(undefined);
      counts.set(list.kind, count);
      if (!begun.has(id)) {
        begun.add(id);
        for (const [each, start] of list.starts) count[each] = start - 1;
      }
      count[at] = (count[at] ?? level.start - 1) + 1;
      for (let below = at + 1; below < LEVELS; below++) {
        const restart = list.levels[below]?.restart;
        if (restart !== 0 && (restart === undefined || at < restart)) count[below] = undefined;
      }
      return markOf(list, at, level, count);
    },
  };
}

function markOf(list: List, at: number, level: Level, count: readonly (number | undefined)[]): ListMark | undefined {
  if (level.form === "bullet") return { level: at, label: "", number: null, isBullet: true };
  const label = level.text.replace(/%([1-9])/g, (_, digit: string) => {
    const other = list.levels[Number(digit) - 1];
    if (other === undefined || Number(digit) - 1 > at) return "";
    const form = level.isDigits && other.form !== "decimalZero" ? "decimal" : other.form;
    return numberInForm(count[Number(digit) - 1] ?? other.start, form);
  }).trim();
  if (label === "") return undefined;
  const isNumber = /^%[1-9][.)]?$/.test(level.text.trim()) && /^\d+[.)]?$/.test(label);
  return { level: at, label, number: isNumber ? Number.parseInt(label, 10) : null, isBullet: false };
}

function readLists(root: XmlNode | undefined): ReadonlyMap<string, List> {
  const kinds = new Map<string, XmlNode>();
  const byStyle = new Map<string, string>();
  for (const kind of nodesIn(root)) {
    const id = kind.attributes["w:abstractNumId"];
    if (kind.name !== "w:abstractNum" || id === undefined) continue;
    kinds.set(id, kind);
    const style = valueOf(kind, "w:styleLink");
    if (style !== undefined) byStyle.set(style, id);
  }
  const levelsOf = new Map<string, readonly (Level | undefined)[]>();
  const lists = new Map<string, List>();
  for (const list of nodesIn(root)) {
    const id = list.attributes["w:numId"];
    let kind = valueOf(list, "w:abstractNumId");
    if (list.name !== "w:num" || id === undefined || kind === undefined) continue;
    // A list of a style has its levels where the style has them.
    kind = byStyle.get(valueOf(kinds.get(kind), "w:numStyleLink") ?? "") ?? kind;
    let levels = levelsOf.get(kind);
    if (levels === undefined) levelsOf.set(kind, levels = readLevels(kinds.get(kind)));
    lists.set(id, overridden(list, kind, levels));
  }
  return lists;
}

function overridden(list: XmlNode, kind: string, levels: readonly (Level | undefined)[]): List {
  const starts = new Map<number, number>();
  const changed = [...levels];
  for (const override of nodesIn(list).filter(({ name }) => name === "w:lvlOverride")) {
    const at = Number(override.attributes["w:ilvl"] ?? NaN);
    const level = childOf(override, "w:lvl");
    if (level !== undefined && at >= 0 && at < LEVELS) {
      const own = readLevel(level);
      changed[at] = own;
      starts.set(at, own.start);
    }
    const start = Number(valueOf(override, "w:startOverride") ?? NaN);
    if (Number.isInteger(start)) starts.set(at, start);
  }
  return { kind, levels: changed, starts };
}

function readLevels(kind: XmlNode | undefined): readonly (Level | undefined)[] {
  const levels = Array<Level | undefined>(LEVELS).fill(undefined);
  for (const level of nodesIn(kind).filter(({ name }) => name === "w:lvl")) {
    const at = Number(level.attributes["w:ilvl"] ?? NaN);
    if (Number.isInteger(at) && at >= 0 && at < LEVELS) levels[at] = readLevel(level);
  }
  return levels;
}

function readLevel(level: XmlNode): Level {
  const start = Number(valueOf(level, "w:start") ?? 0);
  const restart = Number(valueOf(level, "w:lvlRestart") ?? NaN);
  const digits = childOf(level, "w:isLgl");
  return {
    start: Number.isSafeInteger(start) ? start : 0,
    form: valueOf(level, "w:numFmt") ?? "decimal",
    text: (valueOf(level, "w:lvlText") ?? "").slice(0, MAX_TEXT),
    restart: Number.isInteger(restart) ? restart : undefined,
    isDigits: digits !== undefined && isOn(digits.attributes["w:val"]),
    style: valueOf(level, "w:pStyle"),
  };
}
