/** Files that comments name. */

/** A block or a line of comment, in TypeScript and in Rust. */
const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|[\s;{(,])\/\/[^\n]*/g;
/** Code, scripts, and pages of `docs/`. Addresses and patterns are not names of files. */
const NAME = /(?<![\w./*{-])(?:[\w-]+\/)*[\w-]+\.(?:ts|mjs|rs|sh)\b(?!\/)|(?<![\w./])docs\/[\w-]+\.md\b/g;

/** The names in the comments of a text that no file of the checkout has, whole or from a folder on. */
export function unknownNames(text: string, files: ReadonlySet<string>): readonly string[] {
  const comments = text.match(COMMENT) ?? [];
  return comments.flatMap((comment) => comment.replace(/https?:\S+/g, "").match(NAME) ?? [])
    .filter((name) => !files.has(name));
}

/** All paths, and each of their ends that begins at a folder or is the name alone. */
export function pathEnds(paths: readonly string[]): ReadonlySet<string> {
  return new Set(paths.flatMap((path) => {
    const parts = path.split("/");
    return parts.map((_, at) => parts.slice(at).join("/"));
  }));
}
