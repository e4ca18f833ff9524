/** Names of types that more than one file declares. */

export interface SourceText {
  readonly path: string;
  readonly text: string;
}

/** A declaration at the top of a file: the formatter puts each at the start of a line. */
const DECLARATION =
  /^(?:export )?(?:declare )?(?:(?:abstract )?class|interface|type) ([A-Za-z]\w*)(?= *[<={]| extends| implements)/gm;

/** One line for each name that several files declare, with their paths. */
export function repeatedTypes(sources: readonly SourceText[]): readonly string[] {
  const paths = new Map<string, Set<string>>();
  for (const { path, text } of sources) {
    for (const [, name] of text.matchAll(DECLARATION)) {
      const known = paths.get(name!) ?? new Set();
      paths.set(name!, known.add(path));
    }
  }
  return [...paths].filter(([, of]) => of.size > 1).map(([name, of]) => `${name}: ${[...of].sort().join(", ")}`).sort();
}
