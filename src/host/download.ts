/** Fetches files from the network. Only `ra model add` does. */
import { RaError } from "../errors.ts";
import { parentPath } from "../text/paths.ts";
import { failedExchange, piecesOf, send } from "./exchange.ts";
import type { FileSystem } from "./file_system.ts";

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
  fs: FileSystem,
  address: string,
  path: string,
  onProgress: (progress: DownloadProgress) => void,
): Promise<boolean> {
  fs.makeDirectory(parentPath(path));
  const tag = new TextDecoder().decode(fs.readFile(path + TAG));
  const have = tag === "" ? 0 : fs.stat(path)?.size ?? 0;
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
  await save({ fs, address, path }, response, rest, onProgress);
  return true;
}

/** Removes what arrived of a file. */
export function forgetDownload(fs: FileSystem, path: string): void {
  for (const file of [path, path + TAG]) fs.removeFile(file);
}

async function save(
  { fs, address, path }: { readonly fs: FileSystem; readonly address: string; readonly path: string },
  response: Response,
  { have, total }: { readonly have: number; readonly total: number | undefined },
  onProgress: (progress: DownloadProgress) => void,
): Promise<void> {
  let done = have;
  try {
    if (have === 0) forgetDownload(fs, path);
    const file = fs.createWriter(path, { goesOn: true });
    try {
      const tag = response.headers.get("etag");
      // A weak tag does not promise the same bytes.
      if (have === 0 && tag !== null && !tag.startsWith("W/")) {
        fs.writeFile(path + TAG, new TextEncoder().encode(tag), { durable: false });
      }
      for await (const piece of piecesOf(response)) {
        file.write(piece);
        done += piece.length;
        onProgress({ done, total });
      }
    } finally {
      file.finish();
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
    return await send(address, { headers: { "accept-encoding": "identity", ...headers } });
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
