/** Finds the rules that specifications in mdBook name: `r[items.fn]` on a line of its own, before what it is about. */
import type { OutlineAnchor } from "../../outline.ts";

const NEWLINE = 0x0a;
const RULE = /^r\[([\w.-]{1,200})\][ \t]*$/;

/** Each has its name and the id that its place has on the page. One before a heading leads to that. */
export function rulesIn(bytes: Uint8Array): readonly OutlineAnchor[] {
  const rules: OutlineAnchor[] = [];
  for (let at = bytes.indexOf(OPEN); at >= 0; at = bytes.indexOf(OPEN, at + 1)) {
    if (bytes[at - 1] !== SMALL_R || (at > 1 && bytes[at - 2] !== NEWLINE)) continue;
    const end = lineEnd(bytes, at);
    const name = RULE.exec(ASCII.decode(bytes.subarray(at - 1, Math.min(end, at + 300))).trimEnd())?.[1];
    if (name === undefined) continue;
    let next = end;
    while (next < bytes.length && bytes[next]! <= SPACE) next++;
    const place = bytes[next] === HASH ? Math.min(lineEnd(bytes, next) + 1, bytes.length) : at - 1;
    rules.push({ name, at: place }, { name: `r-${name}`, at: place });
  }
  return rules;
}

const OPEN = "[".charCodeAt(0);
const SMALL_R = "r".charCodeAt(0);
const HASH = "#".charCodeAt(0);
const SPACE = " ".charCodeAt(0);
const ASCII = new TextDecoder();

function lineEnd(bytes: Uint8Array, from: number): number {
  const end = bytes.indexOf(NEWLINE, from);
  return end < 0 ? bytes.length : end;
}
