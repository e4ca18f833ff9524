/** Shapes as TypeScript types with documentation comments. */
import type { Schema } from "../../src/shapes/schemas/json_schema.ts";
import { referredName } from "./named_shapes.ts";

const WIDTH = 120;

export interface NamedSchema {
  readonly name: string;
  /** The name of another shape that equals this one. */
  readonly alias?: string;
  readonly schema: Schema;
  /** A shape whose keys this one has, besides its own. */
  readonly base?: NamedSchema;
}

/** The formatter tells capital letters from small ones only where nothing else does. */
function asTheFormatter(one: string, other: string): number {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  return a < b ? -1 : a > b ? 1 : one < other ? -1 : 1;
}

/** Writes the declarations of one file. `homes` tells the file of each name that is declared elsewhere. */
export function typesFile(
  about: string,
  shapes: readonly NamedSchema[],
  homes: ReadonlyMap<string, string>,
): string {
  const own = new Set(shapes.map(({ name }) => name));
  const used = new Set(shapes.flatMap((shape) => [...namesUsed(shape)]));
  const imports = new Map<string, string[]>();
  for (const name of [...used].filter((each) => !own.has(each)).sort(asTheFormatter)) {
    const home = homes.get(name);
    if (home === undefined) throw new Error(`no schema module exports ${name}`);
    imports.set(home, [...(imports.get(home) ?? []), name]);
  }
  return [
    `/** ${about} */`,
    ...[...imports].sort().map(([home, names]) => `import type { ${names.join(", ")} } from "./${home}";`),
    ...shapes.map((shape) => `\n${declaration(shape)}`),
    "",
  ].join("\n");
}

function namesUsed({ alias, base, schema }: NamedSchema): ReadonlySet<string> {
  if (alias !== undefined) return new Set([alias]);
  return new Set([...(base === undefined ? [] : [base.name]), ...namesIn(without(schema, base))]);
}

/** The schema without the keys of the one that it extends. */
function without(schema: Schema, base: NamedSchema | undefined): Schema {
  const inherited = new Set(Object.keys(base?.schema.properties ?? {}));
  if (inherited.size === 0) return schema;
  const own = Object.entries(schema.properties ?? {}).filter(([key]) => !inherited.has(key));
  return { ...schema, properties: Object.fromEntries(own) };
}

function namesIn(schema: Schema): ReadonlySet<string> {
  const name = referredName(schema);
  const { additionalProperties, anyOf = [], items, properties = {} } = schema;
  const inside = [...Object.values(properties), ...anyOf, ...(items === undefined ? [] : [items])];
  if (typeof additionalProperties === "object") inside.push(additionalProperties);
  return new Set([...(name === undefined ? [] : [name]), ...inside.flatMap((each) => [...namesIn(each)])]);
}

function declaration({ name, alias, base, schema }: NamedSchema): string {
  const about = comment(schema.description, "");
  if (alias !== undefined) return `${about}export type ${name} = ${alias};`;
  if (schema.properties === undefined) {
    const head = `export type ${name} =`;
    const type = typeOf(schema, head);
    return `${about}${head}${type.startsWith("\n") ? "" : " "}${type};`;
  }
  const parent = base === undefined ? "" : ` extends ${base.name}`;
  return `${about}export interface ${name}${parent} {\n${members(without(schema, base), "  ")}}`;
}

function members({ properties = {}, required = [] }: Schema, indent: string): string {
  return Object.entries(properties).map(([key, schema]) => {
    const head = `${indent}readonly ${key}${required.includes(key) ? "" : "?"}: `;
    const type = typeOf(schema, head, indent);
    return `${comment(schema.description, indent)}${type.startsWith("\n") ? head.trimEnd() : head}${type};\n`;
  }).join("");
}

/** `head` is the text before the type on its line. */
function typeOf(schema: Schema, head = "", indent = ""): string {
  const name = referredName(schema);
  if (name !== undefined) return name;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return union(schema.enum.map((value) => JSON.stringify(value)), head, indent);
  if (schema.anyOf !== undefined) return union(schema.anyOf.map((each) => typeOf(each)), head, indent);
  if (typeof schema.type === "object") return union(schema.type.map((type) => typeOf({ type })), head, indent);
  switch (schema.type) {
    case undefined:
      return "unknown";
    case "integer":
      return "number";
    case "array": {
      const item = typeOf(schema.items ?? {});
      return `readonly ${item.includes(" | ") ? `(${item})` : item}[]`;
    }
    case "object":
      if (schema.properties !== undefined) return `{\n${members(schema, `${indent}  `)}${indent}}`;
      return `Readonly<Record<string, ${
        typeof schema.additionalProperties === "object" ? typeOf(schema.additionalProperties) : "unknown"
      }>>`;
    default:
      return schema.type;
  }
}

function union(types: readonly string[], head: string, indent: string): string {
  const line = types.join(" | ");
  if (`${head.trimEnd()} ${line};`.length <= WIDTH) return line;
  return types.map((type) => `\n${indent}  | ${type}`).join("");
}

/** A sentence, on as many lines as it takes. */
function comment(description: string | undefined, indent: string): string {
  if (description === undefined) return "";
  const sentence = `${description.slice(0, 1).toUpperCase()}${description.slice(1)}`.replace(/(?<![.…])$/, ".");
  const line = `${indent}/** ${sentence} */\n`;
  if (line.length <= WIDTH + 1) return line;
  const lines: string[] = [];
  for (const word of sentence.split(" ")) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length + 1 > WIDTH) lines.push(`${indent} * ${word}`);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return `${indent}/**\n${lines.join("\n")}\n${indent} */\n`;
}
