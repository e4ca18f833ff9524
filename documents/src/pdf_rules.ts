/** Finds the ruling lines and the pictures of a PDF page, and the grids that the lines make. */
import { getResolvedPDFJS } from "unpdf";
import type { DrawnPage } from "./pdf_glyphs.ts";

export type Matrix = readonly [number, number, number, number, number, number];

/** A horizontal or vertical line in points. */
interface Rule {
  readonly isVertical: boolean;
  /** Its height on the page, or its distance from the left edge. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

export interface Grid {
  /** The borders of columns from left to right, and of rows from top to bottom. */
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  /** The first slot of the cell that a slot belongs to: row times columns plus column. Undefined outside. */
  cellAt(x: number, y: number): number | undefined;
}

/** Lines that are nearer than this are one, in points. */
const NEAR = 3;
const MIN_LENGTH = 4;
/** A page with more lines is a drawing. */
const MAX_RULES = 4000;
const MAX_SLOTS = 5000;

// pdf.js ends its lists with it, and Node 20 lacks it. A copy does the same.
if (!("transferToFixedLength" in ArrayBuffer.prototype)) {
  // oxlint-disable-next-line no-extend-native -- pdf.js looks for it there
  Object.defineProperty(ArrayBuffer.prototype, "transferToFixedLength", {
    value(this: ArrayBuffer, length: number = this.byteLength): ArrayBuffer {
      const copy = new Uint8Array(length);
      copy.set(new Uint8Array(this).subarray(0, length));
      return copy.buffer;
    },
  });
}

/** What is drawn on a page. */
export interface Drawing {
  readonly grids: readonly Grid[];
  /** In points. */
  readonly pictures: readonly { readonly width: number; readonly height: number }[];
  /** Whether anything else is drawn, such as lines and areas. */
  readonly hasShapes: boolean;
}

/** A smaller picture is a sign or a line, in points. */
const MIN_PICTURE = 16;
const MAX_PICTURES = 1000;

export async function drawingOf(page: DrawnPage): Promise<Drawing> {
  const { rules, ...others } = await rulesOf(page);
  return {
    grids: rules.length > MAX_RULES ? [] : connected(rules).flatMap((group) => gridOf(group) ?? []),
    ...others,
  };
}

async function rulesOf(
  { fnArray, argsArray }: DrawnPage,
): Promise<Omit<Drawing, "grids"> & { readonly rules: readonly Rule[] }> {
  const { OPS } = await getResolvedPDFJS();
  const rules: Rule[] = [];
  const pictures: { width: number; height: number }[] = [];
  const painted: ReadonlySet<number> = new Set([
    OPS.paintImageXObject,
    OPS.paintInlineImageXObject,
    OPS.paintImageMaskXObject,
  ]);
  const kept: Matrix[] = [];
  let hasShapes = false;
  let matrix: Matrix = [1, 0, 0, 1, 0, 0];
  for (const [at, operator] of fnArray.entries()) {
    const values: unknown = argsArray[at];
    if (operator === OPS.save || operator === OPS.paintFormXObjectBegin) kept.push(matrix);
    if (operator === OPS.restore || operator === OPS.paintFormXObjectEnd) matrix = kept.pop() ?? matrix;
    if (operator === OPS.transform) matrix = product(matrix, values as Matrix);
    if (operator === OPS.paintFormXObjectBegin) {
      const [inner] = values as readonly [Matrix | null];
      if (inner !== null) matrix = product(matrix, inner);
    }
    if (painted.has(operator) && pictures.length < MAX_PICTURES) {
      const [width, height] = [Math.hypot(matrix[0], matrix[1]), Math.hypot(matrix[2], matrix[3])];
      if (Math.min(width, height) >= MIN_PICTURE) pictures.push({ width, height });
    }
    if (operator === OPS.shadingFill || operator === OPS.constructPath) hasShapes = true;
    if (operator !== OPS.constructPath || rules.length > MAX_RULES) continue;
    const [paint, [path]] = values as readonly [number, readonly [ArrayLike<number> | null]];
    // A path that only clips shows nothing.
    if (paint !== OPS.endPath && path !== null) addRules(path, matrix, rules);
  }
  return { rules, pictures, hasShapes };
}

/** How many numbers follow each step of a path: move, line, curve, flat curve, close. */
const STEP = [2, 2, 6, 4, 0];

function addRules(path: ArrayLike<number>, matrix: Matrix, rules: Rule[]): void {
  let [startX, startY, lastX, lastY] = [0, 0, 0, 0];
  for (let at = 0; at < path.length;) {
    const step = path[at]!;
    const count = STEP[step];
    if (count === undefined) return;
    const [rawX, rawY] = [path[at + count - 1] ?? 0, path[at + count] ?? 0];
    const x = step === 4 ? startX : matrix[0] * rawX + matrix[2] * rawY + matrix[4];
    const y = step === 4 ? startY : matrix[1] * rawX + matrix[3] * rawY + matrix[5];
    if (step === 0) [startX, startY] = [x, y];
    if (step === 1 || step === 4) addRule(lastX, lastY, x, y, rules);
    [lastX, lastY] = [x, y];
    at += count + 1;
  }
}

function addRule(x1: number, y1: number, x2: number, y2: number, rules: Rule[]): void {
  const [wide, high] = [Math.abs(x1 - x2), Math.abs(y1 - y2)];
  if (high < 1 && wide >= MIN_LENGTH) {
    rules.push({ isVertical: false, at: y1, from: Math.min(x1, x2), to: Math.max(x1, x2) });
  }
  if (wide < 1 && high >= MIN_LENGTH) {
    rules.push({ isVertical: true, at: x1, from: Math.min(y1, y2), to: Math.max(y1, y2) });
  }
}

export const product = (a: Matrix, b: Matrix): Matrix => [
  a[0] * b[0] + a[2] * b[1],
  a[1] * b[0] + a[3] * b[1],
  a[0] * b[2] + a[2] * b[3],
  a[1] * b[2] + a[3] * b[3],
  a[0] * b[4] + a[2] * b[5] + a[4],
  a[1] * b[4] + a[3] * b[5] + a[5],
];

/** Rules that touch each other, group by group. */
function connected(rules: readonly Rule[]): readonly (readonly Rule[])[] {
  const left = new Set(rules);
  const groups: Rule[][] = [];
  for (const first of rules) {
    if (!left.delete(first)) continue;
    const group = [first];
    for (const rule of group) {
      for (const other of left) {
        if (!touches(rule, other)) continue;
        left.delete(other);
        group.push(other);
      }
    }
    groups.push(group);
  }
  return groups;
}

function touches(a: Rule, b: Rule): boolean {
  if (a.isVertical === b.isVertical) {
    return Math.abs(a.at - b.at) <= NEAR && a.from <= b.to + NEAR && b.from <= a.to + NEAR;
  }
  return a.at >= b.from - NEAR && a.at <= b.to + NEAR && b.at >= a.from - NEAR && b.at <= a.to + NEAR;
}

/** Undefined unless there are two rows and two columns. */
function gridOf(rules: readonly Rule[]): Grid | undefined {
  const xs = apart(rules.filter(({ isVertical }) => isVertical).map(({ at }) => at));
  const ys = apart(rules.filter(({ isVertical }) => !isVertical).map(({ at }) => at)).toReversed();
  const [columns, rows] = [xs.length - 1, ys.length - 1];
  if (columns < 2 || rows < 2 || columns * rows > MAX_SLOTS) return undefined;
  const isRuled = (isVertical: boolean, at: number, along: number): boolean =>
    rules.some((rule) =>
      rule.isVertical === isVertical && Math.abs(rule.at - at) <= NEAR && rule.from <= along && along <= rule.to
    );
  // A slot without a line before it goes on the cell on its left, or the one above.
  const owners: number[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const [x, y] = [(xs[column]! + xs[column + 1]!) / 2, (ys[row]! + ys[row + 1]!) / 2];
      const slot = row * columns + column;
      if (column > 0 && !isRuled(true, xs[column]!, y)) owners.push(owners[slot - 1]!);
      else if (row > 0 && !isRuled(false, ys[row]!, x)) owners.push(owners[slot - columns]!);
      else owners.push(slot);
    }
  }
  return {
    xs,
    ys,
    cellAt(x, y) {
      const column = xs.findLastIndex((border) => x >= border - 1);
      const row = ys.findLastIndex((border) => y <= border + 1);
      return column < 0 || row < 0 || column >= columns || row >= rows ? undefined : owners[row * columns + column];
    },
  };
}

/** From low to high, without those that are near to the one before. */
function apart(values: readonly number[]): readonly number[] {
  const found: number[] = [];
  for (const value of values.toSorted((a, b) => a - b)) {
    if (found.length === 0 || value - found.at(-1)! > NEAR) found.push(value);
  }
  return found;
}
