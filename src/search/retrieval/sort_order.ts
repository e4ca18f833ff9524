/** The orders in which results can be asked for. */
import { RaError } from "../../errors.ts";

/** `meta.KEY` is a value of the frontmatter, lowest first; `meta.KEY:desc` has the highest first. */
export type SortOrder = "score" | "date" | "path" | `meta.${string}`;

/** The orders that have a name. */
export const NAMED_ORDERS = ["score", "date", "path"] as const;

/** Throws `usage` for what is not an order. `name` is that of the option. */
export function readSortOrder(order: unknown, name = "sort"): SortOrder {
  if (typeof order === "string" && isOrder(order)) return order;
  throw new RaError("usage", `${name}: ${JSON.stringify(order)} is not score, date, path or meta.KEY`, {
    hint: "`meta.KEY` sorts by a value of the frontmatter, `meta.KEY:desc` by the highest value first",
  });
}

function isOrder(text: string): text is SortOrder {
  return NAMED_ORDERS.some((order) => order === text) || metaOrder(text) !== undefined;
}

export interface MetaOrder {
  readonly key: string;
  readonly descending: boolean;
}

/** The value of the frontmatter that an order goes by. Undefined for another order. */
export function metaOrder(order: string): MetaOrder | undefined {
  const key = order.startsWith("meta.") ? order.slice("meta.".length).replace(/:desc$/, "") : "";
  return key === "" ? undefined : { key, descending: order.endsWith(":desc") };
}
