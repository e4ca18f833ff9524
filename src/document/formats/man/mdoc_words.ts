/** The macros of mdoc(7) that stand within lines, and what they show. */
import type { RoffFont } from "./escapes.ts";

/** How the words after a macro look. */
export const STYLES: ReadonlyMap<string, RoffFont> = new Map<string, RoffFont>([
  ...["Nm", "Fl", "Cm", "Ic", "Sy", "Fn", "Cd", "Fd", "Sh", "Ss"].map((name) => [name, "strong"] as const),
  ...["Ar", "Em", "Fa", "Ft", "Va", "Vt", "Pa", "Ad"].map((name) => [name, "emphasis"] as const),
  ...["Li", "Ql", "Dv", "Er", "Ev", "Dl", "In"].map((name) => [name, "code"] as const),
  ...["No", "Xr", "Sx", "An", "Mt", "Lk", "Tn", "St", "Lb", "Ms", "Tg", "Pf", "Nd", "Ns", "Ap", "Ta", "Sm", "Xo", "Xc"]
    .map((name) => [name, undefined] as const),
]);

/** Signs around the words up to the end of the line. */
export const ENCLOSING: ReadonlyMap<string, readonly [string, string]> = new Map([
  ["Op", ["[", "]"]],
  ["Pq", ["(", ")"]],
  ["Dq", ["“", "”"]],
  ["Sq", ["‘", "’"]],
  ["Qq", ['"', '"']],
  ["Aq", ["<", ">"]],
  ["Bq", ["[", "]"]],
  ["Brq", ["{", "}"]],
]);

/** Signs that begin and end such words. */
export const OPENING: ReadonlyMap<string, string> = new Map([
  ...[["Oo", "["], ["Po", "("], ["Do", "“"], ["So", "‘"], ["Qo", '"'], ["Ao", "<"], ["Bo", "["], ["Bro", "{"], [
    "Eo",
    "",
  ]],
] as [string, string][]);
export const CLOSING: ReadonlyMap<string, string> = new Map([
  ...[["Oc", "]"], ["Pc", ")"], ["Dc", "”"], ["Sc", "’"], ["Qc", '"'], ["Ac", ">"], ["Bc", "]"], ["Brc", "}"], [
    "Ec",
    "",
  ]],
] as [string, string][]);

export const SYSTEMS: ReadonlyMap<string, string> = new Map([
  ...[["Bx", "BSD"], ["Bsx", "BSD/OS"], ["Fx", "FreeBSD"], ["Nx", "NetBSD"], ["Ox", "OpenBSD"], ["Dx", "DragonFly"]],
  ...[["Ux", "UNIX"], ["At", "AT&T UNIX"]],
] as [string, string][]);

/** What a macro shows that has no words of its own. */
export const DEFAULTS: ReadonlyMap<string, string> = new Map([["Ar", "file ..."], ["Pa", "~"], ["Mt", "~"]]);

export function isCallable(word: string): boolean {
  return STYLES.has(word) || ENCLOSING.has(word) || OPENING.has(word) || CLOSING.has(word) || SYSTEMS.has(word);
}
