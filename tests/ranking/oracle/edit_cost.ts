// "Near words" in section "A word" of docs/ranking.md: what an edit costs.
const SWAPPED = 0.7;
const CHEAP = 0.8;
const FIRST_LETTER = 0.5;

const ROWS = [["qwertyuiop", 0], ["asdfghjkl", 0.25], ["zxcvbnm", 0.75]] as const;

/** Returns the cost of making `meant` of `typed`; no letter is edited twice. */
export function editCost(typed: string, meant: string): number {
  const costs = new Map<string, number>();
  const cost = (i: number, j: number): number => {
    const key = `${i},${j}`;
    const known = costs.get(key);
    if (known !== undefined) return known;
    const least = i === 0 && j === 0 ? 0 : Math.min(
      i > 0 ? cost(i - 1, j) + (typed[i - 1] === typed[i - 2] ? CHEAP : 1) : Infinity,
      j > 0 ? cost(i, j - 1) + inserted(i, j) : Infinity,
      i > 0 && j > 0 ? cost(i - 1, j - 1) + replaced(typed[i - 1]!, meant[j - 1]!) : Infinity,
      isSwap(i, j) ? cost(i - 2, j - 2) + SWAPPED : Infinity,
    );
    costs.set(key, least);
    return least;
  };
  const inserted = (i: number, j: number): number =>
    meant[j - 1] === meant[j - 2] || (i === typed.length && j === meant.length) ? CHEAP : 1;
  const isSwap = (i: number, j: number): boolean =>
    i > 1 && j > 1 && typed[i - 1] === meant[j - 2] && typed[i - 2] === meant[j - 1] && typed[i - 1] !== typed[i - 2];
  return cost(typed.length, meant.length) + (typed[0] === meant[0] ? 0 : FIRST_LETTER);
}

function replaced(a: string, b: string): number {
  return a === b ? 0 : areBeside(a, b) ? CHEAP : 1;
}

/** Are the keys of the letters beside each other? */
function areBeside(a: string, b: string): boolean {
  const place = (letter: string) =>
    ROWS.flatMap((
      [letters, shift],
      row,
    ) => (letters.includes(letter) ? [[row, letters.indexOf(letter) + shift]] : []))[0];
  const [from, to] = [place(a), place(b)];
  if (from === undefined || to === undefined) return false;
  const rows = Math.abs(from[0]! - to[0]!);
  const apart = Math.abs(from[1]! - to[1]!);
  return rows === 0 ? apart === 1 : rows === 1 && apart < 1;
}
