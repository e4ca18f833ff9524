/** Writes the core's types as TypeScript, by path: what `npm run build:core` commits. */
import { readFileSync } from "node:fs";
import { camel, partsOf, readTypes, type RustField, type RustType, type RustVariant } from "./rust_types.ts";

const WIDTH = 120;

/** Types that cross the boundary as a list of values in the order of their fields. */
const LISTS: readonly string[] = ["StoredChunk", "Document", "Chunk", "Edition"];

interface TypeFile {
  readonly about: string;
  /** Files of the core, with the types to take from each. Without names, all that serde knows. */
  readonly from: Readonly<Record<string, readonly string[] | undefined>>;
}

const FILES: Readonly<Record<string, TypeFile>> = {
  "src/search/ports/plan.ts": { about: "Requests and answers.", from: { "plan.rs": undefined } },
  "src/store/engine/core_types.ts": {
    about: "What the core takes and gives beside requests and answers.",
    from: {
      "document.rs": ["Document", "Edition", "Chunk"],
      "segment.rs": ["Stats"],
      "reader/stored.rs": ["StoredChunk", "StoredDocument"],
      "outline.rs": ["Anchor", "Heading", "Link", "LinkKind", "Outline"],
    },
  },
};

/** Other names than the core's, where TypeScript has the core's for something else. */
const NAMES: Readonly<Record<string, string>> = {
  Request: "SearchRequest",
  Response: "CoreResponse",
  Part: "PlanPart",
  Node: "PlanNode",
  Filter: "PlanFilter",
  Hit: "CoreHit",
  ExplainedTerm: "CoreExplainedTerm",
  Document: "DividedDocument",
  Chunk: "DividedChunk",
  Edition: "DividedEdition",
  Link: "CoreLink",
  Outline: "CoreOutline",
  Stats: "SegmentStats",
};

const nameOf = (rust: string): string => NAMES[rust] ?? rust;

/** Structs that stand for a list of values wherever they occur, by name. */
const INLINE: Readonly<Record<string, string>> = { ChunkRef: "record.rs", Span: "document.rs" };

const sourceOf = (file: string): string => readFileSync(`wasm/src/${file}`, "utf8").replaceAll("\r\n", "\n");

const inline = new Map(
  Object.entries(INLINE).map(([name, file]) => {
    const { body } = readTypes(sourceOf(file), [name])[0]!;
    const values = body.kind === "tuple"
      ? body.values.map((type) => typeOf(type))
      : body.kind === "struct"
      ? body.fields.map((field) => `${field.name}: ${typeOf(field.type)}`)
      : [];
    return [name, `readonly [${values.join(", ")}]`] as const;
  }),
);

/** The text of each file. */
export function typeFiles(): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(FILES).map(([path, { about, from }]) => {
      const sources = Object.keys(from).map((file) => `wasm/src/${file}`);
      const types = Object.entries(from).flatMap(([file, names]) => {
        const source = sourceOf(file);
        for (const name of names?.filter((each) => LISTS.includes(each)) ?? []) requireOrder(source, name);
        return readTypes(source, names);
      });
      const known = new Set(types.map(({ name }) => name));
      const text = [
        `/**\n * ${about} Made by \`npm run build:core\`; never edited. From:\n${
          sources.map((each) => ` * ${each}\n`).join("")
        } */`,
        ...types.map((type) => `\n${declaration(type, known)}`),
        "",
      ].join("\n");
      const long = text.split("\n").find((line) => line.length > WIDTH);
      if (long !== undefined) throw new Error(`a line of ${path} is too long: ${long}`);
      return [path, text];
    }),
  );
}

/** Where a type writes its values itself, it has to write them in the order of its fields. */
function requireOrder(source: string, name: string): void {
  const written = [...(new RegExp(`impl \\w+ for ${name} \\{[^]*?\n\\}`).exec(source)?.[0] ?? "")
    .matchAll(/serialize_element\(&?self\.(\w+)\)/g)].map(([, field]) => camel(field!));
  const { body } = readTypes(source, [name])[0]!;
  const fields = body.kind === "struct" ? body.fields.map((field) => camel(field.name)) : [];
  if (written.length > 0 && written.join() !== fields.join()) {
    throw new Error(`${name} writes its values in another order than it has them: ${written.join(", ")}`);
  }
}

function declaration({ name: rust, about, isRead, body }: RustType, known: ReadonlySet<string>): string {
  const head = comment(about, "");
  const name = nameOf(rust);
  switch (body.kind) {
    case "alias":
      return `${head}export type ${name} = ${typeOf(body.type, known)};`;
    case "tuple":
      return `${head}export type ${name} = readonly [${body.values.map((type) => typeOf(type, known)).join(", ")}];`;
    case "enum":
      if (body.variants.every(({ about, values }) => about.length + values.length === 0)) {
        return `${head}export type ${name} = ${body.variants.map(({ name }) => `"${name}"`).join(" | ")};`;
      }
      return `${head}export type ${name} =${
        body.variants.map((variant) => `\n${comment(variant.about, "  ")}  | ${variantOf(variant, known)}`).join("")
      };`;
    case "struct":
      if (body.into !== undefined) return `${head}${writtenInto(name, body.fields, body.into, known)}`;
      if (!LISTS.includes(rust)) return `${head}${record(name, body.fields, isRead, known)}`;
      return `${head}${list({ name, about, isRead, body }, body.fields.map(inCamel), known)}`;
  }
}

const inCamel = (field: RustField): RustField => ({ ...field, name: camel(field.name) });

/** The host writes a list in its order. It reads one by the names of the values. */
function list({ name, isRead }: RustType, fields: readonly RustField[], known: ReadonlySet<string>): string {
  if (!isRead) return `${record(name, fields, false, known)}${order(name, fields)}`;
  const values = fields.map(({ name: value, about, type }) =>
    `${comment(about, "  ")}  ${value}: ${typeOf(type, known)},\n`
  );
  return `export type ${name} = readonly [\n${values.join("")}];`;
}

function record(name: string, fields: readonly RustField[], isRead: boolean, known: ReadonlySet<string>): string {
  const members = fields.map(({ name: key, about, type, isOptional }) => {
    const inner = isOptional ? type.replace(/^Option<(.*)>$/, "$1") : type;
    // `JSON.stringify` leaves out what is undefined.
    const value = `${typeOf(inner, known)}${isOptional && isRead ? " | undefined" : ""}`;
    return `${comment(about, "  ")}  readonly ${key}${isOptional ? "?" : ""}: ${value};\n`;
  });
  return `export interface ${name} {\n${members.join("")}}`;
}

function writtenInto(name: string, fields: readonly RustField[], into: string, known: ReadonlySet<string>): string {
  const types = partsOf(into.slice(1, -1));
  if (types.length !== fields.length) throw new Error(`${name} is written with other values than it has`);
  const values = types.map((type, at) => `${fields[at]!.name}: ${typeOf(type, known)}`);
  return `export type ${name} = readonly [${values.join(", ")}];`;
}

/** The order of the values of a list. */
function order(name: string, fields: readonly RustField[]): string {
  const constant = `${name.replace(/(?<=[a-z])(?=[A-Z])/g, "_").toUpperCase()}_VALUES`;
  const values = fields.map((field) => `  "${field.name}",\n`).join("");
  return `\n\n/** The order in which they are written. */\nexport const ${constant} = [\n${values}] as const;`;
}

function variantOf({ name, values }: RustVariant, known: ReadonlySet<string>): string {
  const types = values.map((type) => typeOf(type, known));
  if (types.length === 0) return `"${name}"`;
  return `{ readonly ${name}: ${types.length === 1 ? types[0] : `readonly [${types.join(", ")}]`} }`;
}

function typeOf(rust: string, known: ReadonlySet<string> = new Set()): string {
  if (/^(?:f64|f32|u8|u16|u32|u64|usize)$/.test(rust)) return "number";
  if (/^(?:String|&'static str)$/.test(rust)) return "string";
  if (rust === "bool") return "boolean";
  if (rust.startsWith("(")) {
    return `readonly [${partsOf(rust.slice(1, -1)).map((type) => typeOf(type, known)).join(", ")}]`;
  }
  const [, generic, inside = ""] = /^(\w+)<(.*)>$/.exec(rust) ?? [];
  if (generic === "Box") return typeOf(inside, known);
  if (generic === "Option") return `${typeOf(inside, known)} | null`;
  if (generic === "Vec") {
    const item = typeOf(inside, known);
    return `readonly ${/^readonly| \| /.test(item) ? `(${item})` : item}[]`;
  }
  if (generic === "BTreeMap" && inside.startsWith("String, ")) {
    return `Readonly<Record<string, ${typeOf(inside.slice("String, ".length), known)}>>`;
  }
  const found = inline.get(rust) ?? (known.has(rust) ? nameOf(rust) : undefined);
  if (found === undefined) throw new Error(`${rust} has no form in TypeScript`);
  return found;
}

/** The lines of a comment in Rust are never too long here, because their marks are longer. */
function comment(lines: readonly string[], indent: string): string {
  if (lines.length === 0) return "";
  const texts = lines.map((line) => line.replaceAll(/\[(`[^`]+`)\]/g, "$1").replaceAll("::", "."));
  const single = `${indent}/** ${texts[0]} */\n`;
  if (texts.length === 1 && single.length <= WIDTH) return single;
  return `${indent}/**\n${texts.map((text) => `${indent} * ${text}\n`).join("")}${indent} */\n`;
}
