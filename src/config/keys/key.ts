/** Describes a key and a table of the configuration. */

/**
 * `number` takes integers and floats. `strings` takes a list of strings. `one or more` takes a string or a list of
 * strings.
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
  /** Dotted. `*` stands for a name that the user chooses, or for a position in a list of tables. */
  readonly path: string;
  readonly type: KeyType;
  /** Absent if the key is required, optional, or inherits its value. */
  readonly default?: KeyValue;
  /** For a key that may be unset: the text and the example that stand in for a default. */
  readonly optional?: OptionalKey;
  readonly required?: true;
  /** The path of the key whose value applies if this one is unset. */
  readonly inherits?: string;
  /** Each string is a glob. */
  readonly globs?: true;
  /** Each string is a folder of the tree, and becomes what {@link treeFolder} makes of it. */
  readonly folder?: true;
  /** The string is the address of an HTTP service. */
  readonly address?: true;
  /** Inclusive bounds of a number. */
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  /** Exclusive lower bound of a number. */
  readonly above?: number;
  readonly oneOf?: readonly string[];
  /** The path of a key whose value this one must stay below (`below`), or must not exceed (`notAbove`). */
  readonly below?: string | undefined;
  readonly notAbove?: string | undefined;
  /** One sentence. */
  readonly meaning: string;
}

/** A table of a `.ra.toml`, in the order in which template and page list them. */
export interface ConfigSection {
  /** A path as in {@link Key.path}, without the key. Empty for the top level. */
  readonly path: string;
  /** Whether it is a list of tables, such as `[[like.this]]`. */
  readonly list?: true;
  readonly meaning: string;
}

/** Tables that belong together, and their keys. */
export interface KeyGroup {
  readonly sections: readonly ConfigSection[];
  readonly keys: readonly Key[];
}

/**
 * The most items of a list or table. Each tree is walked, each glob is compared with each path, and each synonym is
 * looked up for each query.
 */
export const MAX_TREES = 500;
export const MAX_GLOBS = 1000;
export const MAX_ITEMS = 5000;

export const MAX_CHARS = 1_000_000_000;
export const MAX_LINES = 1_000_000;
export const MAX_RESULTS = 100_000;
export const MAX_FACTOR = 1_000_000;

/** What a value must be, in words that follow "must be". */
export function requirement(key: Key): string {
  if (key.oneOf !== undefined) return `one of ${key.oneOf.join(", ")}`;
  if (key.address === true) return "an address that begins with http:// or https://, without a user's name";
  if (key.folder === true) {
    const folder = "relative to the tree, without `..`";
    return key.type === "strings" ? `a list of folders ${folder}` : `a folder ${folder}`;
  }
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
