/** The keys that `rag.yaml` shares with `.ra.toml`, from the table that describes both files (`config/keys/`). */
import { z } from "zod";
import type { Key, KeyGroup } from "../../config/keys/key.ts";
import { lastPart } from "../../config/keys.ts";
import { address, environmentName, text } from "./values.ts";

/** What holds in `rag.yaml` alone. */
type Differences = Readonly<Record<string, Partial<Pick<Key, "default" | "max" | "oneOf" | "meaning" | "required">>>>;

/** A mapping of these keys, or of all of the table. */
export function sharedMapping<T>(
  { keys }: KeyGroup,
  differences: Differences,
  names: readonly string[] = keys.map(({ path }) => lastPart(path)),
): z.ZodType<T> {
  const shape = names.map((name) => {
    const key = keys.find(({ path }) => lastPart(path) === name)!;
    return [name, valueOf(name, { ...key, ...differences[name] })] as const;
  });
  // The table says what the values are, and `T` is the type that its readers have.
  return z.strictObject(Object.fromEntries(shape)) as unknown as z.ZodType<T>;
}

function valueOf(name: string, key: Key): z.ZodType {
  const value = stated(name, key).describe(key.meaning);
  if (key.required === true) return value;
  return (key.default === undefined ? value.optional() : value.default(key.default)).describe(key.meaning);
}

function stated(name: string, { type, oneOf, address: isAddress, min, max, above }: Key): z.ZodType {
  if (oneOf !== undefined) return z.enum(oneOf);
  if (type === "boolean") return z.boolean();
  if (type === "string") return isAddress === true ? address : name === "api_key_env" ? environmentName : text;
  let number = type === "integer" ? z.int() : z.number();
  if (min !== undefined) number = number.min(min);
  if (above !== undefined) number = number.gt(above);
  return max === undefined ? number : number.max(max);
}
