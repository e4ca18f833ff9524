/** What the configuration knows of a key and of a table. */

/**
 * `number` takes integers and floats, `strings` is a list of strings; `one or more` also takes a single string for such
 * a list.
 */
export type KeyType = "boolean" | "integer" | "number" | "string" | "strings" | "one or more";
export type KeyValue = boolean | number | string | readonly string[];

interface OptionalKey {
  /** What applies when the key is not set, in a few words. */
  readonly unset: string;
  /** A value for the template. */
  readonly example: KeyValue;
}

export interface Key {
  /** Dotted; `*` stands for a name that the user picks, or for a position in a list of tables. */
  readonly path: string;
  readonly type: KeyType;
  /** Absent when the key is required, optional or inherits. */
  readonly default?: KeyValue;
  /** For a key that may be left unset: what it shows where a default would stand. */
  readonly optional?: OptionalKey;
  readonly required?: true;
  /** Path of the key whose value applies when this one is not set. */
  readonly inherits?: string;
  /** Each string is a glob. */
  readonly globs?: true;
  /** Inclusive bounds of a number. */
  readonly min?: number;
  readonly max?: number;
  /** Exclusive lower bound of a number. */
  readonly above?: number;
  readonly oneOf?: readonly string[];
  /** Path of a key whose value this one must stay under (`below`) or must not pass (`notAbove`). */
  readonly below?: string;
  readonly notAbove?: string;
  /** One sentence. */
  readonly meaning: string;
}

/** A table of a `.ra.toml`, in the order in which template and page list them. */
export interface ConfigSection {
  /** As in {@link Key.path}, without the key; empty for the top level. */
  readonly path: string;
  /** It is a list of tables, `[[like.this]]`. */
  readonly list?: true;
  readonly meaning: string;
}

/** The tables that belong together, and the keys in them. */
export interface KeyGroup {
  readonly sections: readonly ConfigSection[];
  readonly keys: readonly Key[];
}

export const MAX_CHARS = 1_000_000_000;
export const MAX_LINES = 1_000_000;
export const MAX_RESULTS = 100_000;
export const MAX_FACTOR = 1_000_000;

/** What a value of the key must be, as it reads after "must be". */
export function requirement(key: Key): string {
  if (key.oneOf !== undefined) return `one of ${key.oneOf.join(", ")}`;
  switch (key.type) {
    case "boolean":
      return "true or false";
    case "string":
      return "a non-empty string";
    case "strings":
      return "a list of non-empty strings";
    case "one or more":
      return "a non-empty string or a list of them";
    default:
      return `${key.type === "integer" ? "an integer" : "a number"} ${range(key)}`;
  }
}

function range(key: Key): string {
  const upper = String(key.max);
  return key.above === undefined ? `from ${key.min} to ${upper}` : `above ${key.above} and up to ${upper}`;
}
