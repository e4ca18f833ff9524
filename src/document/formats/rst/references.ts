/** Finds where references lead, once all targets of a text are known. */
import type { RstState } from "./state.ts";

/** Targets that lead to each other are followed so far. */
const MAX_STEPS = 10;

export function findReferences(state: RstState): void {
  const { found, references, anonymous, anonymousReferences } = state;
  for (const { name, range, sign } of references) {
    const destination = destinationOf(state, name);
    if (sign !== undefined && (destination !== undefined || state.targets.has(name))) found.hide(sign.start, sign.end);
    if (destination !== undefined) state.link(destination, range);
  }
  anonymousReferences.forEach((range, at) => {
    const destination = anonymous[at];
    if (destination !== undefined && destination !== "") state.link(destination, range);
  });
}

/** A target may be the name of another one: `other_`. Titles are targets too. */
function destinationOf({ targets, titles }: RstState, name: string): string | undefined {
  let known = name;
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    const address = targets.get(known);
    if (address === undefined) return titles.get(known);
    const other = /^`?([^`]*)`?_$/.exec(address)?.[1];
    if (other === undefined || address.includes("://")) return address;
    known = other.replace(/\s+/g, " ").toLowerCase();
  }
  return undefined;
}
