/** The token that keeps others out of a server. */
import { RaError } from "../../errors.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { MAX_BYTES } from "../../host/read_limits.ts";
import { joinPath } from "../../text/paths.ts";

/** Reads the token. `@FILE` keeps it out of the list of processes. Throws `usage` if the file does not exist. */
export function readToken(
  { directory, fs }: { readonly directory: string; readonly fs: FileSystem },
  token: string | undefined,
): string | undefined {
  if (!token?.startsWith("@")) return token;
  const path = joinPath(directory, token.slice(1));
  const bytes = fs.readFile(path, { most: MAX_BYTES.token });
  if (bytes === undefined) {
    throw new RaError("usage", `--token ${token}: there is no such file`, {
      hint: "write the token into that file, or name it without @",
    });
  }
  return new TextDecoder().decode(bytes).trim();
}
