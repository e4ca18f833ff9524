/** Finds the numbers of sections that run on, among lines that begin with numbers. */
import { LETTERS, type NumberedTitle } from "./numbers.ts";

/** A line that is sure weighs so much more than another one, and a gap in the numbers so much less. */
const [SURE, UNSURE, GAP] = [2, 1, -0.5];

interface ChainLink {
  readonly weight: number;
  readonly before: number;
}

/**
 * The longest list of titles, in the order of the text, in which each number is the next one: the first below the one
 * before, or the next beside it or above it. `isPart`: the text may begin anywhere in the numbers.
 */
export function longestChain(titles: readonly NumberedTitle[], isPart: boolean): readonly NumberedTitle[] {
  const links: (ChainLink | undefined)[] = [];
  /** The best chains that end with a number, and with one at or below it. */
  const exact = new Map<string, number>();
  const within = new Map<string, number>();
  const better = (known: number | undefined, at: number): boolean =>
    known === undefined || links[at]!.weight >= links[known]!.weight;
  let last: number | undefined;
  let lastNumber: number | undefined;
  for (const [at, title] of titles.entries()) {
    const { numbers, isSure } = title;
    const link = linkOf(title);
    links.push(link === undefined ? undefined : { ...link, weight: link.weight + (isSure ? SURE : UNSURE) });
    if (link === undefined) continue;
    if (better(exact.get(numbers.join(".")), at)) exact.set(numbers.join("."), at);
    for (let depth = 1; depth <= numbers.length; depth++) {
      const prefix = numbers.slice(0, depth).join(".");
      if (better(within.get(prefix), at)) within.set(prefix, at);
    }
    if (better(last, at)) last = at;
    if (numbers[0]! < LETTERS && better(lastNumber, at)) lastNumber = at;
  }
  const chain: NumberedTitle[] = [];
  for (let at = last ?? -1; at >= 0; at = links[at]!.before) chain.push(titles[at]!);
  return chain.reverse();

  function linkOf({ numbers, isNamed }: NumberedTitle): ChainLink | undefined {
    const above = numbers.slice(0, -1);
    const own = numbers.at(-1)!;
    const beside = (number: number): number | undefined => within.get([...above, number].join("."));
    const found: (ChainLink | undefined)[] = [
      linkTo(own <= 1 ? exact.get(above.join(".")) : undefined),
      linkTo(own === 2 ? exact.get(above.join(".")) : undefined, GAP),
      linkTo(beside(own - 1)),
      linkTo(beside(own - 2), GAP),
    ];
    const parent = above.at(-1);
    if (parent !== undefined && own <= 1) {
      found.push(linkTo(within.get([...above.slice(0, -1), parent - 1].join(".")), GAP));
    }
    if (above.length === 0) {
      if (own === LETTERS) found.push(linkTo(lastNumber));
      if (own <= 1 || (own === LETTERS && isNamed)) found.push({ before: -1, weight: 0 });
    }
    if (isPart) found.push({ before: -1, weight: 0 });
    let best: ChainLink | undefined;
    for (const link of found) if (link !== undefined && (best === undefined || link.weight > best.weight)) best = link;
    return best;
  }

  function linkTo(before: number | undefined, loss = 0): ChainLink | undefined {
    return before === undefined ? undefined : { before, weight: links[before]!.weight + loss };
  }
}
