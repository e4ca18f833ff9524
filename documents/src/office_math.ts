/** Writes formulas of office documents (OMML) on one line, as the linear format of Word and PowerPoint does (UnicodeMath). */
import { childOf, nodesIn, textIn, type XmlNode } from "./xml_tree.ts";

/** Properties of a formula, which show nothing. */
const PROPERTIES = /Pr$/;
const ROOTS: Readonly<Record<string, string>> = { "": "√", "2": "√", "3": "∛", "4": "∜" };

/** The formulas in an `m:oMath` or `m:oMathPara`; several stand apart by semicolons. */
export function mathText(node: XmlNode): string {
  if (node.name !== "m:oMathPara") return inside(node).trim();
  return nodesIn(node).filter(({ name }) => name === "m:oMath").map(mathText).filter((text) => text !== "").join("; ");
}

/** Names of several letters stay apart, and `mc^2` is two names of one. */
const inside = (node: XmlNode | undefined): string =>
  nodesIn(node).map(linear).reduce((text, next) => `${text}${areNames(text, next) ? " " : ""}${next}`, "");

function areNames(left: string, right: string): boolean {
  return /\p{L}$/u.test(left) && /^\p{L}/u.test(right) && (/\p{L}{2}$/u.test(left) || /^\p{L}{2}/u.test(right));
}

const part = (node: XmlNode, name: string): string => inside(childOf(node, `m:${name}`)).trim();
const property = (node: XmlNode, name: string, otherwise: string): string => {
  const found = childOf(childOf(node, `${node.name}Pr`), `m:${name}`);
  return found === undefined ? otherwise : found.attributes["m:val"] ?? "";
};

/** In brackets where it is more than one number, word or sign. */
function grouped(text: string): string {
  return /^(?:[\p{L}\p{M}]+|[\p{N}.,]+|.|\([^()]*\))$/u.test(text) ? text : `(${text})`;
}

function linear(node: XmlNode): string {
  switch (node.name) {
    case "m:r":
      return nodesIn(node).filter(({ name }) => name === "m:t").map(textIn).join("");
    case "m:f":
      return fraction(node);
    case "m:sSup":
      return `${base(node)}^${grouped(part(node, "sup"))}`;
    case "m:sSub":
      return `${base(node)}_${grouped(part(node, "sub"))}`;
    case "m:sSubSup":
      return `${base(node)}_${grouped(part(node, "sub"))}^${grouped(part(node, "sup"))}`;
    case "m:sPre":
      return `_${grouped(part(node, "sub"))}^${grouped(part(node, "sup"))}${base(node)}`;
    case "m:rad": {
      const degree = part(node, "deg");
      const root = ROOTS[degree];
      return root === undefined ? `√(${degree}&${part(node, "e")})` : `${root}${grouped(part(node, "e"))}`;
    }
    case "m:nary":
      return withLimits(property(node, "chr", "∫"), node);
    case "m:func":
      return `${part(node, "fName")} ${part(node, "e")}`;
    case "m:limLow":
      return `${base(node)}_${grouped(part(node, "lim"))}`;
    case "m:limUpp":
      return `${base(node)}^${grouped(part(node, "lim"))}`;
    case "m:d": {
      const parts = nodesIn(node).filter(({ name }) => name === "m:e").map((each) => inside(each).trim());
      return property(node, "begChr", "(") + parts.join(property(node, "sepChr", "|")) + property(node, "endChr", ")");
    }
    case "m:acc":
      return `${part(node, "e")}${property(node, "chr", "\u0302")}`;
    case "m:bar":
      return `${part(node, "e")}${property(node, "pos", "bot") === "top" ? "\u0305" : "\u0332"}`;
    case "m:m":
      return `[${
        rows(node, "mr").map((row) => rows(row, "e").map((cell) => inside(cell).trim()).join(", ")).join("; ")
      }]`;
    case "m:eqArr":
      return rows(node, "e").map((row) => inside(row).replaceAll("&", "").trim()).join("; ");
    case "m:phant":
      return property(node, "show", "1") === "0" ? "" : part(node, "e");
    default:
      // Boxes, inserted runs and what later versions add show what is in them; deleted runs show nothing.
      return PROPERTIES.test(node.name) || node.name === "w:del" || node.name === "w:moveFrom" ? "" : inside(node);
  }
}

const rows = (node: XmlNode, name: string): readonly XmlNode[] =>
  nodesIn(node).filter((each) => each.name === `m:${name}`);

function base(node: XmlNode): string {
  const text = part(node, "e");
  // `a+b^2` would be another formula than `(a+b)^2`.
  return /[\s+\-−=<>/]/.test(text.slice(1)) && !/^[([{|].*[)\]}|]$/.test(text) ? `(${text})` : text;
}

function fraction(node: XmlNode): string {
  const [above, below] = [part(node, "num"), part(node, "den")];
  return property(node, "type", "bar") === "noBar" ? `${above}¦${below}` : `${grouped(above)}/${grouped(below)}`;
}

function withLimits(sign: string, node: XmlNode): string {
  const [from, to] = [part(node, "sub"), part(node, "sup")];
  return `${sign}${from === "" ? "" : `_${grouped(from)}`}${to === "" ? "" : `^${grouped(to)}`} ${part(node, "e")} `;
}
