/** Makes a filter from a prefix and its value. */
import { readDate } from "./date.ts";
import type { Prefix } from "./fields.ts";
import type { Filter } from "./syntax.ts";

/**
 * Makes the filter for a non-empty value. It drops a `#` before a tag, writes languages in lower case, and reads a bare
 * `7d` as the last seven days. Undefined when the value does not fit, such as an invalid date or an empty tag.
 */
export function makeFilter(prefix: Exclude<Prefix, { readonly field: unknown }>, value: string): Filter | undefined {
  switch (prefix.on) {
    case "meta":
      return { on: "meta", key: prefix.key, value };
    case "lang":
      return { on: "lang", value: value.toLowerCase() };
    case "tag": {
      const tag = value.replace(/^#+/, "");
      return tag === "" ? undefined : { on: "tag", value: tag };
    }
    case "modified":
      return modifiedFilter(value);
    default:
      return { on: prefix.on, value };
  }
}

function modifiedFilter(text: string): Filter | undefined {
  const [, sign = "", value = ""] = /^(>=|<=|>|<|=)?(.*)$/s.exec(text)!;
  const date = readDate(value);
  if (date === undefined) return undefined;
  if (sign !== "" && !(sign === "=" && date.kind === "ago")) {
    return { on: "modified", comparison: sign as ">" | ">=" | "<" | "<=" | "=", value };
  }
  return { on: "modified", comparison: date.kind === "ago" ? ">=" : "=", value };
}
