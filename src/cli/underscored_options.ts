/** Older scripts write the options of `ra rag` with underscores: `--use_reranker`. */

const UNDERSCORED = /^--[a-z]\w*/;

/** The arguments with dashes in the names of options, if the command is `ra rag`. What follows `--` stays. */
export function dashOptions(args: readonly string[]): readonly string[] {
  if (!args.includes("rag")) return args;
  const end = args.indexOf("--");
  return args.map((arg, at) =>
    end !== -1 && at >= end ? arg : arg.replace(UNDERSCORED, (name) => name.replaceAll("_", "-"))
  );
}
