/** Lets queries look like options: `ra search "-deprecated rust"`. */

// The arguments of a process cannot hold NUL.
const MARK = "\0";

/** Marks each argument before `--` that starts with `-` and holds white space. The parser then reads it as text. */
export function markDashedQueries(args: readonly string[]): string[] {
  const end = args.indexOf("--");
  return args.map((arg, i) => ((end === -1 || i < end) && arg.startsWith("-") && /\s/.test(arg) ? MARK + arg : arg));
}

/** Removes the mark. */
export function unmark(arg: string): string {
  return arg.startsWith(MARK) ? arg.slice(1) : arg;
}
