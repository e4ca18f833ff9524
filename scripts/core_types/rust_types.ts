/**
 * Reads the types of the core that cross its boundary. It knows as much of Rust and of serde as these types use, and
 * throws for anything else: a type that it does not know, an attribute that changes the JSON.
 */
export interface RustType {
  readonly name: string;
  readonly about: readonly string[];
  /** Whether the host writes it. */
  readonly isRead: boolean;
  readonly body: RustBody;
}

type RustBody =
  | { readonly kind: "struct"; readonly fields: readonly RustField[]; readonly into: string | undefined }
  | { readonly kind: "tuple"; readonly values: readonly string[] }
  | { readonly kind: "enum"; readonly variants: readonly RustVariant[] }
  | { readonly kind: "alias"; readonly type: string };

export interface RustField {
  /** As in the JSON. */
  readonly name: string;
  readonly about: readonly string[];
  readonly type: string;
  readonly isOptional: boolean;
}

export interface RustVariant {
  readonly name: string;
  readonly about: readonly string[];
  readonly values: readonly string[];
}

/** What stands before an item, a field or a variant. */
interface Head {
  readonly about: readonly string[];
  readonly attributes: readonly string[];
}

const HEAD = String.raw`((?:[ \t]*(?:///[^\n]*|#\[[^\n]*\])\n)*)[ \t]*`;
const VISIBLE = String.raw`(?:pub(?:\((?:crate|super)\))? )?`;
const ITEM = new RegExp(
  `^${HEAD}${VISIBLE}(?:(struct|enum) (\\w+)(?: \\{\\n([^]*?)^\\}|\\(([^;]*)\\);)|type (\\w+) = ([^;]*);)`,
  "gm",
);
const FIELD = new RegExp(`^${HEAD}${VISIBLE}(\\w+): (.*),$`, "gm");
const VARIANT = new RegExp(`^${HEAD}(\\w+)(?:\\((.*)\\))?,$`, "gm");

/** Attributes of serde that change the JSON, and those that only say how it is made (`texts` reads a list of texts). */
const KNOWN =
  /^(?:rename_all = "(?:camelCase|lowercase)"|rename = "\w+"|default|skip_serializing_if = "[\w:]+"|into = ".*"|deserialize_with = "texts")$/;

function headOf(text: string): Head {
  const lines = text.split("\n").map((line) => line.trim());
  return {
    about: lines.filter((line) => line.startsWith("///")).map((line) => line.slice(4)),
    attributes: lines.filter((line) => line.startsWith("#[")),
  };
}

function serdeOf({ attributes }: Head): ReadonlyMap<string, string> {
  const inside = attributes.flatMap((line) => /^#\[serde\((.*)\)\]$/.exec(line)?.[1] ?? []);
  const parts = inside.flatMap((list) => partsOf(list));
  const unknown = parts.find((part) => !KNOWN.test(part));
  if (unknown !== undefined) throw new Error(`#[serde(${unknown})] is not known here`);
  return new Map(parts.map((part) => [part.split(" ")[0]!, /"(.*)"/.exec(part)?.[1] ?? ""]));
}

/** Divides a list at its commas, but not inside brackets or quotes. */
export function partsOf(list: string): readonly string[] {
  const parts = [""];
  let depth = 0;
  let isQuoted = false;
  for (const char of list) {
    if (char === '"') isQuoted = !isQuoted;
    if (!isQuoted && "(<[".includes(char)) depth++;
    if (!isQuoted && ")>]".includes(char)) depth--;
    if (char === "," && depth === 0 && !isQuoted) parts.push("");
    else parts[parts.length - 1] += char;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

export const camel = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

function fieldsOf(text: string, isCamel: boolean): readonly RustField[] {
  return [...text.matchAll(FIELD)].map(([, before = "", name = "", type = ""]) => {
    const head = headOf(before);
    const serde = serdeOf(head);
    return {
      name: serde.get("rename") ?? (isCamel ? camel(name) : name),
      about: head.about,
      type,
      isOptional: serde.has("default") || serde.has("skip_serializing_if"),
    };
  });
}

function variantsOf(text: string): readonly RustVariant[] {
  return [...text.matchAll(VARIANT)].map(([, before = "", name = "", values = ""]) => ({
    name: name.toLowerCase(),
    about: headOf(before).about,
    values: partsOf(values),
  }));
}

/** The items of a file that have these names, in its order. Without names, all that serde knows, and aliases. */
export function readTypes(source: string, names?: readonly string[]): readonly RustType[] {
  const found = [...source.matchAll(ITEM)].flatMap((match) => {
    const [, before = "", keyword, itemName, inner, values, aliasName, alias] = match;
    const name = itemName ?? aliasName ?? "";
    const head = headOf(before);
    const isSerde = head.attributes.some((line) => /^#\[derive\(.*(?:Serialize|Deserialize)/.test(line));
    if (names === undefined ? !isSerde && alias === undefined : !names.includes(name)) return [];
    const serde = serdeOf(head);
    if (keyword === "enum" && serde.get("rename_all") !== "lowercase") {
      throw new Error(`${name}: names are not lower case`);
    }
    const isCamel = serde.get("rename_all") === "camelCase";
    const body: RustBody = alias !== undefined
      ? { kind: "alias", type: alias }
      : values !== undefined
      ? { kind: "tuple", values: partsOf(values).map((value) => value.replace(new RegExp(`^${VISIBLE}`), "")) }
      : keyword === "enum"
      ? { kind: "enum", variants: variantsOf(inner ?? "") }
      : { kind: "struct", fields: fieldsOf(inner ?? "", isCamel), into: serde.get("into") };
    requireWhole(name, body, inner ?? "");
    return [{ name, about: head.about, isRead: head.attributes.some((line) => line.includes("Deserialize")), body }];
  });
  const missing = names?.find((name) => !found.some((type) => type.name === name));
  if (missing !== undefined) throw new Error(`there is no type ${missing}`);
  return found;
}

/** Every line that is not a comment or an attribute has to have been read. */
function requireWhole(name: string, body: RustBody, inner: string): void {
  const lines = inner.split("\n").map((line) => line.trim()).filter((line) =>
    line !== "" && !/^(?:\/\/|#\[)/.test(line)
  );
  const read = body.kind === "struct" ? body.fields.length : body.kind === "enum" ? body.variants.length : 0;
  if (lines.length !== read) throw new Error(`${name} has a line that cannot be read here`);
}
