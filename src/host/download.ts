/** Fetches files from the network. Only `ra model add` does. */
import { appendFileSync, existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { RaError } from "../errors.ts";
import { parentPath } from "../text/paths.ts";

export interface DownloadProgress {
  readonly done: number;
  /** Bytes; undefined where the server does not say. */
  readonly total: number | undefined;
}

/**
 * Fetches an address into a file, and goes on where an earlier call stopped. Returns false if the server has no such
 * file. Throws `io`; what has arrived stays for the next call.
 */
export async function download(
  address: string,
  path: string,
  onProgress: (progress: DownloadProgress) => void,
): Promise<boolean> {
  const failed = (why: string, cause?: unknown): RaError =>
    new RaError("io", `cannot fetch ${address}: ${why}`, {
      hint: "run the command again, which goes on where it stopped, or give a folder with the files: --from DIR",
      cause,
    });
  mkdirSync(parentPath(path), { recursive: true });
  const have = existsSync(path) ? statSync(path).size : 0;
  let response: Response;
  try {
    response = await fetch(address, have > 0 ? { headers: { range: `bytes=${have}-` } } : {});
  } catch (error) {
    throw failed(reasonOf(error), error);
  }
  if (response.status === 404) return false;
  // All of it has arrived already.
  if (response.status === 416 && have > 0) return true;
  if (!response.ok || response.body === null) throw failed(`the server answers ${response.status}`);
  const isRest = response.status === 206;
  const length = Number(response.headers.get("content-length") ?? Number.NaN);
  const total = Number.isFinite(length) ? length + (isRest ? have : 0) : undefined;
  let done = isRest ? have : 0;
  try {
    if (!isRest) writeFileSync(path, new Uint8Array());
    const reader = response.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      appendFileSync(path, part.value);
      done += part.value.length;
      onProgress({ done, total });
    }
  } catch (error) {
    throw failed(reasonOf(error), error);
  }
  if (total !== undefined && done < total) throw failed("the connection ended early");
  return true;
}

/** What the runtime's own error says. The cause of a failed `fetch` says more than the failure. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}
