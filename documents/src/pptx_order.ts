/** The order in which the shapes of a slide are read: the title, then from top to bottom and from left to right. */
import type { Archive } from "./archive.ts";
import { relationOf, relations } from "./archive_relations.ts";
import { childOf, outermostNamed, type XmlNode } from "./xml_tree.ts";

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Where the layout of a slide, or its master, puts a placeholder. */
export type Layout = (placeholder: XmlNode) => Box | undefined;

export interface Layouts {
  /** `path` is that of a slide. */
  of(path: string): Layout;
}

export function createLayouts(archive: Archive): Layouts {
  const known = new Map<string, ReadonlyMap<string, Box>>();
  const boxesOf = (path: string): ReadonlyMap<string, Box> => {
    let found = known.get(path);
    if (found === undefined) known.set(path, found = placeholders(archive, path));
    return found;
  };
  const parent = (path: string | undefined, type: string): string | undefined =>
    path === undefined ? undefined : relationOf(relations(archive, path), type)?.target;
  const masters = new Map<string, string | undefined>();
  return {
    of(path) {
      const layout = parent(path, "slideLayout");
      if (layout !== undefined && !masters.has(layout)) masters.set(layout, parent(layout, "slideMaster"));
      const above = [layout, layout === undefined ? undefined : masters.get(layout)]
        .flatMap((each) => each === undefined ? [] : [boxesOf(each)]);
      return ({ attributes }) => {
        const type = attributes["type"] ?? "obj";
        for (const boxes of above) {
          const box = boxes.get(`#${attributes["idx"] ?? "0"} ${type}`) ?? boxes.get(`#${attributes["idx"] ?? ""}`) ??
            boxes.get(SAME.get(type) ?? type);
          if (box !== undefined) return box;
        }
        return undefined;
      };
    },
  };
}

/** Kinds of placeholders that take their place from one of another kind. */
const SAME: ReadonlyMap<string, string> = new Map([["ctrTitle", "title"], ["obj", "body"], ["subTitle", "body"]]);

function placeholders(archive: Archive, path: string): ReadonlyMap<string, Box> {
  const boxes = new Map<string, Box>();
  for (const shape of outermostNamed(archive.xml(path), "p:sp", "p:pic", "p:graphicFrame")) {
    const placeholder = outermostNamed(shape, "p:ph")[0];
    const box = ownBox(shape);
    if (placeholder === undefined || box === undefined) continue;
    const { type = "obj", idx } = placeholder.attributes;
    for (const key of [`#${idx ?? "0"} ${type}`, ...(idx === undefined ? [] : [`#${idx}`]), SAME.get(type) ?? type]) {
      if (!boxes.has(key)) boxes.set(key, box);
    }
  }
  return boxes;
}

/** The place that a shape states. */
export function ownBox(shape: XmlNode): Box | undefined {
  const frame = childOf(shape, "p:xfrm") ??
    childOf(childOf(shape, "p:spPr") ?? childOf(shape, "p:grpSpPr"), "a:xfrm");
  const [at, size] = [childOf(frame, "a:off")?.attributes, childOf(frame, "a:ext")?.attributes];
  if (at === undefined) return undefined;
  const box = {
    left: Number(at["x"] ?? 0),
    top: Number(at["y"] ?? 0),
    width: Number(size?.["cx"] ?? 0),
    height: Number(size?.["cy"] ?? 0),
  };
  return Object.values(box).every(Number.isFinite) ? box : undefined;
}

export interface PlacedShape {
  readonly box: Box | undefined;
}

/** A shape of which no place is known stays behind the one before it. */
export function inReadingOrder<Shape extends PlacedShape>(shapes: readonly Shape[]): readonly Shape[] {
  let last: Box = { left: 0, top: 0, width: 0, height: 0 };
  const placed = shapes.map((shape) => {
    last = shape.box ?? last;
    return { shape, box: last };
  });
  return grouped(placed, "top", "height").flatMap((row) =>
    grouped(row, "left", "width").flatMap((column) => column.toSorted((a, b) => a.box.top - b.box.top))
  ).map(({ shape }) => shape);
}

/** Shapes that begin beside the first half of the first one are one row, or one column. */
function grouped<Item extends { readonly box: Box }>(
  items: readonly Item[],
  start: "top" | "left",
  size: "height" | "width",
): readonly (readonly Item[])[] {
  const groups: Item[][] = [];
  for (const item of items.toSorted((a, b) => a.box[start] - b.box[start])) {
    const first = groups.at(-1)?.[0]?.box;
    if (first !== undefined && item.box[start] <= first[start] + first[size] / 2) groups.at(-1)!.push(item);
    else groups.push([item]);
  }
  return groups;
}
