/** Letters of simplified Chinese and the traditional letters that they stand for. */

let known: Promise<(letter: string) => readonly string[]> | undefined;

/** Tells which letters of the other script a letter may stand for. The table is loaded once. */
export function chineseScripts(): Promise<(letter: string) => readonly string[]> {
  return known ??= load();
}

async function load(): Promise<(letter: string) => readonly string[]> {
  // @ts-expect-error: the package describes no types of its tables.
  const { default: table }: { readonly default: string } = await import("opencc-js/dict/TSCharacters");
  const others = new Map<string, string[]>();
  const add = (letter: string, other: string): void => {
    const found = others.get(letter);
    if (found === undefined) others.set(letter, [other]);
    else found.push(other);
  };
  for (const entry of table.split("|")) {
    const [traditional, simplified] = entry.split(" ");
    if (traditional === undefined || simplified === undefined || traditional === simplified) continue;
    add(traditional, simplified);
    add(simplified, traditional);
  }
  return (letter) => others.get(letter) ?? [];
}
