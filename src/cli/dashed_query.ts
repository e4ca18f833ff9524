/** Queries that look like options: `ra search "-deprecated rust"`. */

// No argument of a process can hold NUL.
const MARK = "\0";

/** Marks each argument before `--` that starts with `-` and holds white space, so that it is read as text. */
export function markDashedQueries(args: readonly string[]): string[] {
  const end = args.indexOf("--");
  return args.map((arg, i) => ((end === -1 || i < end) && arg.startsWith("-") && /\s/.test(arg) ? MARK + arg : arg));
}

/** Takes the mark off again. */
export function unmark(arg: string): string {
  return arg.startsWith(MARK) ? arg.slice(1) : arg;
}
