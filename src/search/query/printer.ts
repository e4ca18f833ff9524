/** Prints syntax trees: as canonical query text, and as an indented tree for people. */
import { prefixName, QUOTES, readFactor, readPrefix } from "./fields.ts";
import { visibleText } from "./query_error.ts";
import type { Filter, QueryNode } from "./syntax.ts";

/**
 * The canonical text of a query. `parseQuery(printQuery(node))` equals `node` except for positions, for every tree that
 * the parser makes. Factors are rounded to six decimals. Words must not contain white space.
 */
export function printQuery(node: QueryNode): string {
  switch (node.kind) {
    case "and":
      return node.children.map((child) => (isCompound(child) ? group(child) : printQuery(child))).join(" ");
    case "or":
      return node.children.map((child) => isCompound(child) || child.kind === "must" ? group(child) : printQuery(child))
        .join(" OR ");
    case "not": {
      const isSigned = node.child.kind === "not" || node.child.kind === "must";
      const child = isCompound(node.child) || isSigned ? group(node.child) : printQuery(node.child);
      return /^[-+]/.test(child) ? `-\\${child}` : `-${child}`;
    }
    case "must": {
      const child = printQuery(node.child);
      return /^[-+]/.test(child) ? `+\\${child}` : `+${child}`;
    }
    case "boost": {
      const glued = node.child.kind === "word" || node.child.kind === "phrase" || node.child.kind === "field";
      return `${glued ? printQuery(node.child) : group(node.child)}^${printFactor(node.factor)}`;
    }
    case "field": {
      // Directly behind a field, slashes around a word are an error.
      const isSlashed = node.child.kind === "word" && /^\/.+\/$/.test(node.child.text);
      const glued = (node.child.kind === "word" && !isSlashed) || node.child.kind === "phrase";
      const child = glued ? printQuery(node.child) : group(node.child);
      return `${node.field}:${child.startsWith(":") ? "\\" : ""}${child}`;
    }
    case "filter":
      return printFilter(node.filter);
    case "phrase":
      return quote(node.text);
    case "word":
      return node.prefix ? `${escapeWord(node.text)}*` : escapeWord(node.text);
  }
}

/** Prints the tree with one node per line and children indented by two spaces. The text is safe for a terminal. */
export function describeQuery(node: QueryNode): string {
  return lines(node).join("\n");
}

function lines(node: QueryNode): readonly string[] {
  switch (node.kind) {
    case "word":
      return [`${node.prefix ? "words that begin with" : "word"} ${visibleText(node.text)}`];
    case "phrase":
      return [`phrase ${visibleText(quote(node.text))}`];
    case "filter":
      return [`filter ${visibleText(printFilter(node.filter))}`];
    case "field":
      return [`field ${node.field}`, ...indent([node.child])];
    case "boost":
      return [`boost ${printFactor(node.factor)}`, ...indent([node.child])];
    case "not":
    case "must":
      return [node.kind, ...indent([node.child])];
    default:
      return [node.kind, ...indent(node.children)];
  }
}

function indent(children: readonly QueryNode[]): readonly string[] {
  return children.flatMap((child) => lines(child).map((line) => `  ${line}`));
}

function isCompound(node: QueryNode): boolean {
  return node.kind === "and" || node.kind === "or";
}

function group(node: QueryNode): string {
  return `(${printQuery(node)})`;
}

function quote(text: string): string {
  return `"${text.replace(/[\\"]/g, "\\$&")}"`;
}

function printFactor(factor: number): string {
  return String(Math.max(Number(factor.toFixed(6)), 0.000001));
}

function printFilter(filter: Filter): string {
  if (filter.on === "modified") return `modified:${filter.comparison === "=" ? "" : filter.comparison}${filter.value}`;
  const plain = /^[\p{L}\p{N}_./-]+$/u.test(filter.value);
  return `${prefixName(filter)}:${plain ? filter.value : quote(filter.value)}`;
}

/** Adds backslashes where the lexer would otherwise not read a bare word. */
function escapeWord(text: string): string {
  let escaped = text.replace(/\\/g, "\\\\");
  if (text.includes("*")) escaped = escaped.replace(/(?<=[\p{L}\p{N}\p{M}_])\*/gu, "\\*");
  if (!hasBalancedParentheses(text)) escaped = escaped.replace(/[()]/g, "\\$&");
  const caret = escaped.lastIndexOf("^");
  if (caret > 0 && readFactor(escaped.slice(caret + 1)) !== undefined) {
    escaped = `${escaped.slice(0, caret)}\\${escaped.slice(caret)}`;
  }
  const prefix = readPrefix(escaped, 0);
  if (prefix !== undefined) return `${escaped.slice(0, prefix.end - 1)}\\${escaped.slice(prefix.end - 1)}`;
  if (QUOTES.includes(escaped[0]!) || /^(?:-(?!-)|\+(?![-+]))/.test(escaped) || /^OR(?=$|[("“”„])/.test(escaped)) {
    return `\\${escaped}`;
  }
  return escaped;
}

/** Whether the word's own parentheses match, and the first character is not one of them. */
function hasBalancedParentheses(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === "(") depth++;
    else if (character === ")" && --depth < 0) return false;
  }
  return depth === 0 && !text.startsWith("(");
}
