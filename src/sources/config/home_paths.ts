/** `~` at the beginning of a path of `rag.yaml` is the user's home directory, as in a shell. */
import { RaError } from "../../errors.ts";
import { joinPath } from "../../text/paths.ts";
import { globFor } from "../git/glob_place.ts";
import type { RagFile } from "./schema.ts";

/** The file with absolute paths in place of those with `~`. Throws `config-value` where there is no home directory. */
export function withHomePaths(config: RagFile, file: string, home: string | null): RagFile {
  const below = (value: string, root: (home: string) => string): string => {
    if (value !== "~" && !value.startsWith("~/")) return value;
    if (home === null) {
      throw new RaError("config-value", `a path begins with ~, and ra knows no home directory`, {
        path: file,
        hint: "set HOME (and let Deno read it: --allow-env=HOME), or write the whole path",
      });
    }
    return value === "~" ? root(home) : joinPath(root(home), value.slice(2));
  };
  const path = (value: string): string => below(value, (home) => home);
  const glob = (value: string): string => below(value, globFor);
  const { paths, sources, convert_docs, prompt, generation } = config;
  return {
    ...config,
    paths: mapped(paths, ["data_root", "index_root", "cache_root"], path),
    sources: sources.map((source) => ({
      ...mapped(source, ["path", "git"], path),
      ...(source.globs === undefined ? {} : { globs: source.globs.map(glob) }),
    })),
    convert_docs: convert_docs.map((entry) => ({
      ...mapped(entry, ["output"], path),
      input: typeof entry.input === "string" ? path(entry.input) : entry.input.map(path),
    })),
    prompt: prompt && mapped(prompt, ["template"], path),
    // The name of a service's model is no path.
    generation: generation &&
      mapped(generation, generation.provider === "local" ? ["model", "fallback"] : ["fallback"], path),
  };
}

/** The values of these keys, where they are there, as `change` makes them. */
function mapped<T extends object>(values: T, keys: readonly (keyof T)[], change: (value: string) => string): T {
  const stated = keys.filter((key) => typeof values[key] === "string");
  return { ...values, ...Object.fromEntries(stated.map((key) => [key, change(String(values[key]))])) };
}
