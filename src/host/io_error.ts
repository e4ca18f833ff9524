/** Turns a failed file operation into an `RaError` that says in plain words what failed and why. */
import { RaError } from "../errors.ts";
import { sizeText } from "./read_limits.ts";

const TOO_LARGE = "TOO_LARGE";

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
  ENOSPC: "no space left on the device",
  EDQUOT: "the disk quota is used up",
  EFBIG: "the file would be larger than allowed",
  EMFILE: "too many open files",
  ENFILE: "too many open files",
  ENOENT: "no such file or directory",
  ENOTDIR: "a part of the path is not a directory",
  EISDIR: "it is a directory",
  EEXIST: "something else is there",
  ENOTEMPTY: "the directory is not empty",
  ELOOP: "too many symbolic links",
  ENAMETOOLONG: "the name is too long",
  EBUSY: "another program is using it",
  EXDEV: "it lies on another device",
  EIO: "the disk reported an error",
  WATCHES: "the system's limit of watched folders is reached (fs.inotify.max_user_watches)",
  REMOTE: "it lies on a file system that reports no changes",
  ENXIO: "it is not a regular file",
  GONE: "the project's folder no longer exists",
  NOT_REGULAR: "it is not a regular file",
  LINK: "it is a symbolic link, and ra reaches its own files without links",
  FOREIGN: "ra did not write it",
  HARD_LINK: "it is a hard link: the same file has another name elsewhere",
  LEADS_OUT: "it is a symbolic link that leads out of its project",
  NOT_OWN: "ra did not write it",
  MOVED: "it leads elsewhere since ra checked it",
  OUTSIDE: "it lies outside of the folders that this run may write",
  REPLACED: "it was replaced again and again while ra opened it",
  ERR_INVALID_ARG_VALUE: "the name is not a valid path",
};
const HINTS: Readonly<Record<string, string>> = {
  NotCapable: "start with --allow-read and --allow-write for this folder",
  NOT_REGULAR: "replace it by a regular file, or remove it",
  TOO_LARGE: "make it smaller, or remove it",
  FOREIGN: "ra did not write it",
  HARD_LINK: "replace it by a copy, or remove it",
  NOT_OWN: "move it away, or name another folder",
  LEADS_OUT: "name the file that it leads to, or replace the link by it",
  LINK: "replace the link by a real file or folder, or remove it",
  EISDIR: "move the folder away, or remove it",
  ENOTDIR: "move what is there away, or remove it",
};
const PERMISSION_CODES = new Set(["EACCES", "EPERM", "EROFS", "NotCapable"]);
const ODD_FILES = new Set(["EISDIR", "ENXIO", "NOT_REGULAR", "LINK", "REPLACED", TOO_LARGE]);
const NAME_CODES = new Set(["ENAMETOOLONG", "EILSEQ", "EINVAL"]);
const SPACE_CODES = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

/** The system's error code (`ENOSPC`); `NotCapable` for a denied Deno permission; otherwise the empty string. */
export function failureCode(error: unknown): string {
  if (typeof error !== "object" || error === null) return "";
  const { code, name } = error as { code?: unknown; name?: unknown };
  if (typeof code === "string" && code !== "") return code;
  return name === "NotCapable" || name === "PermissionDenied" ? "NotCapable" : "";
}

/** An error `cannot {action} {path}: {why}` with code `io`. The system's error becomes its cause. */
export function ioError(action: string, path: string, cause: unknown): RaError {
  const code = failureCode(cause);
  const why = code === "NotCapable"
    ? "Deno was started without permission for it"
    : REASONS[code] ?? (cause instanceof Error ? cause.message : String(cause));
  return new RaError("io", `cannot ${action} ${path}: ${why}`, { path, hint: HINTS[code], cause });
}

/** The error `place-refused`: what stands at a path keeps ra from reading or writing there. */
export function placeRefused(action: string, path: string, code: string): RaError {
  const { message, hint, cause } = ioError(action, path, systemFailure(code));
  return new RaError("place-refused", message, { path, hint, cause });
}

/** The error for a file that is larger than ra reads it. */
export function tooLarge(most: number): Error {
  const message = `it is larger than ${sizeText(most)}, the most that ra reads of such a file`;
  return Object.assign(new Error(message), { code: TOO_LARGE });
}

/** An error with a system code, for file systems in memory and for denied permissions. */
export function systemFailure(code: string): Error {
  return Object.assign(new Error(code), { code });
}

/** Whether an operation failed because this user or process lacks the permission, as in a read-only folder. */
export function isPermissionFailure(error: unknown): boolean {
  return PERMISSION_CODES.has(failureCode(error instanceof RaError ? error.cause : error));
}

/** Whether an operation failed because there is no room for what it writes. */
export function isSpaceFailure(error: unknown): boolean {
  return SPACE_CODES.has(failureCode(error instanceof RaError ? error.cause : error));
}

/** Whether a disk takes no file of this name, or of a path this long. */
export function isNameFailure(error: unknown): boolean {
  return NAME_CODES.has(failureCode(error instanceof RaError ? error.cause : error));
}

/** Whether a read failed because of what stands at the path: a folder, a link, a pipe, or a file above the limit. */
export function isOddFile(error: RaError): boolean {
  return ODD_FILES.has(failureCode(error.cause));
}

/**
 * Whether a failure means that the path leads to nothing: it is absent, a broken or circular link, or an invalid name.
 */
export function meansAbsent(error: unknown): boolean {
  return ["ENOENT", "ENOTDIR", "ELOOP", "ENAMETOOLONG", "ERR_INVALID_ARG_VALUE", "NotCapable"].includes(
    failureCode(error),
  );
}
