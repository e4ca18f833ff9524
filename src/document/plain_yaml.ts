/**
 * Reads the YAML that most frontmatter is, without a parser: lines of `key: value`, and lists of values. It takes a
 * fraction of the parser's time.
 */

const LINE = /^([A-Za-z][\w .-]*):(?: +(.*))?$/;
/**
 * The spaces end where the value begins: were they part of either, a line that is none would take the square of them.
 */
const ITEM = /^( *)- +(?:([^ ].*))?$/;
/** Nothing in this text means something to YAML. */
const UNSIGNED = /^(?:[^:#]|:(?! |$)|(?<! )#)*$/;
const QUOTED = /^(?:"([^"\\]*)"|'([^']*)')$/;
const FLOW = /^\[[^[\]{}'"#&*!|>%@`:]*\]$/;
/** More is left to the parser, which has limits. */
const MAX_LINES = 200;

/** The mapping, or undefined where only a parser can tell. */
export function readPlainYaml(yaml: string): Readonly<Record<string, unknown>> | undefined {
  const lines = yaml.split(/\r?\n/);
  if (lines.length > MAX_LINES) return undefined;
  const mapping = new Map<string, unknown>();
  for (let at = 0; at < lines.length;) {
    const line = lines[at++]!;
    if (line === "") continue;
    const [, key, written] = isPrintable(line) ? LINE.exec(line) ?? [] : [];
    if (key === undefined || key.endsWith(" ") || mapping.has(key)) return undefined;
    if (written !== undefined && written !== "") {
      const value = FLOW.test(written) ? flowList(written) : scalar(written);
      if (value === undefined) return undefined;
      mapping.set(key, value);
      continue;
    }
    const list: string[] = [];
    let indent: string | undefined;
    for (let item = ITEM.exec(lines[at] ?? ""); item !== null; item = ITEM.exec(lines[++at] ?? "")) {
      const value = isPrintable(lines[at]!) && !(item[2] ?? "").includes(":") ? scalar(item[2] ?? "") : undefined;
      if (value === undefined || (indent ??= item[1]) !== item[1]) return undefined;
      list.push(value);
    }
    // A key without a value is null or has a value of some other kind.
    if (list.length === 0) return undefined;
    mapping.set(key, list);
  }
  // A list is no title, and what it says is said aside.
  if (typeof (mapping.get("title") ?? "") !== "string" || typeof (mapping.get("lang") ?? "") !== "string") {
    return undefined;
  }
  return Object.fromEntries(mapping);
}

function scalar(written: string): string | undefined {
  const text = written.trimEnd();
  const quoted = QUOTED.exec(text);
  if (quoted !== null) return quoted[1] ?? quoted[2];
  return isPlain(text) ? text : undefined;
}

function flowList(written: string): readonly string[] | undefined {
  const items = written.slice(1, -1).split(",").map((item) => item.trim());
  return items.every(isPlain) ? items : undefined;
}

/**
 * Whether the text is a scalar without quotes. The signs that mean something to YAML begin none, and neither do signs
 * that might.
 */
function isPlain(text: string): boolean {
  return (/^[A-Za-z0-9/.($]/.test(text) || /^[\p{L}\p{N}]/u.test(text)) && UNSIGNED.test(text);
}

/** Whether YAML takes the line as it stands. A tab may separate, and a control character is an error. */
function isPrintable(line: string): boolean {
  // A runtime takes a millisecond to compile what the second pattern says of letters.
  return /^[\x20-\x7e]*$/.test(line) || /^[\x20-\x7e\p{L}\p{M}\p{N}\p{P}\p{S}]*$/u.test(line);
}
