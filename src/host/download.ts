/** Fetches files from the network. Only `ra model add` does. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { RaError } from "../errors.ts";
import { parentPath } from "../text/paths.ts";
import { failedExchange } from "./retry.ts";

export interface DownloadProgress {
  readonly done: number;
  /** Bytes; undefined where the server does not say. */
  readonly total: number | undefined;
}

/** Beside a part: the server's tag of the file. Without it, nobody knows whether the rest belongs to the same file. */
const TAG = ".etag";

/**
 * Fetches an address into a file, and goes on where an earlier call for this path stopped, if it still is the same
 * file. Returns false if the server has no such file. Throws `io`; what has arrived stays for the next call.
 */
export async function download(
  address: string,
  path: string,
  onProgress: (progress: DownloadProgress) => void,
): Promise<boolean> {
  mkdirSync(parentPath(path), { recursive: true });
  const tag = existsSync(path) && existsSync(path + TAG) ? readFileSync(path + TAG, "utf8") : "";
  const have = tag === "" ? 0 : statSync(path).size;
  const first = await ask(address, have > 0 ? { range: `bytes=${have}-`, "if-range": tag } : {});
  const { start, total } = rangeOf(first);
  const isRest = first.status === 206 && start === have;
  if (first.status === 416 && total === have) return true; // all of it has arrived already
  let response = first;
  if (have > 0 && !isRest && (first.status === 206 || first.status === 416)) {
    // The server gives another part than the one that is missing.
    await first.body?.cancel();
    response = await ask(address, {});
  }
  if (response.status === 404) return false;
  if (!response.ok || response.body === null) throw failed(address, `the server answers ${response.status}`);
  const rest = isRest ? { have, total } : { have: 0, total: lengthOf(response) };
  await save(address, response, path, rest, onProgress);
  return true;
}

/** Removes what arrived of a file. */
export function forgetDownload(path: string): void {
  for (const file of [path, path + TAG]) rmSync(file, { force: true });
}

async function save(
  address: string,
  response: Response,
  path: string,
  { have, total }: { readonly have: number; readonly total: number | undefined },
  onProgress: (progress: DownloadProgress) => void,
): Promise<void> {
  let done = have;
  try {
    if (have === 0) {
      forgetDownload(path);
      writeFileSync(path, new Uint8Array());
      const tag = response.headers.get("etag");
      // A weak tag does not promise the same bytes.
      if (tag !== null && !tag.startsWith("W/")) writeFileSync(path + TAG, tag);
    }
    const reader = response.body!.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      appendFileSync(path, part.value);
      done += part.value.length;
      onProgress({ done, total });
    }
  } catch (error) {
    throw failed(address, failedExchange(error), error);
  }
  if (total !== undefined && done !== total) throw failed(address, `it ended after ${done} of ${total} bytes`);
}

/** The size of a whole file, if the server says it. */
function lengthOf({ headers }: Response): number | undefined {
  const length = Number(headers.get("content-length") ?? Number.NaN);
  // The length of a body that was packed for the way says nothing about what comes out.
  return Number.isFinite(length) && headers.get("content-encoding") === null ? length : undefined;
}

async function ask(address: string, headers: Readonly<Record<string, string>>): Promise<Response> {
  try {
    // A length of packed bytes would not be that of the file.
    return await fetch(address, { headers: { "accept-encoding": "identity", ...headers } });
  } catch (error) {
    throw failed(address, failedExchange(error), error);
  }
}

/** Where a part begins, and the size of the whole: `bytes 5-9/10`, or a star for a part that is not there. */
function rangeOf(response: Response): { readonly start: number | undefined; readonly total: number | undefined } {
  const [, start, total] = /^bytes (\d+|\*)(?:-\d+)?\/(\d+)$/.exec(response.headers.get("content-range") ?? "") ?? [];
  return {
    start: start === undefined || start === "*" ? undefined : Number(start),
    total: total === undefined ? undefined : Number(total),
  };
}

function failed(address: string, why: string, cause?: unknown): RaError {
  return new RaError("io", `cannot fetch ${address}: ${why}`, {
    hint: "run the command again, which goes on where it stopped, or give a folder with the files: --from DIR",
    cause,
  });
}
