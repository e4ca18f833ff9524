/**
 * Deno's own functions, as far as ra uses them. Deno takes 25 ms to load `node:process`, `node:fs` and `node:zlib`, so
 * reading and printing do without these.
 */

export interface DenoFileInfo {
  readonly isFile: boolean;
  readonly isDirectory: boolean;
  readonly isSymlink: boolean;
  readonly size: number;
  readonly mtime: Date | null;
  readonly ctime: Date | null;
  readonly dev: number;
  readonly ino: number | null;
  readonly uid: number | null;
  readonly nlink: number | null;
}

interface DenoFile {
  statSync(): DenoFileInfo;
  seekSync(offset: number, whence: 0): number;
  /** The number of bytes, or null at the end of the file. */
  readSync(into: Uint8Array): number | null;
  close(): void;
}

interface Stream {
  isTerminal(): boolean;
}

interface DenoOutput extends Stream {
  writeSync(bytes: Uint8Array): number;
}

export interface Deno {
  readonly args: readonly string[];
  readonly build: { readonly os: string; readonly standalone?: boolean };
  readonly env: { get(name: string): string | undefined };
  readonly pid: number;
  readonly stdin: Stream;
  readonly stdout: DenoOutput;
  readonly stderr: DenoOutput;
  readonly version: { readonly deno: string };
  addSignalListener(signal: string, handler: () => void): void;
  consoleSize(): { readonly columns: number };
  cwd(): string;
  lstatSync(path: string): DenoFileInfo;
  openSync(path: string, options: { readonly read: true }): DenoFile;
  readDirSync(
    path: string,
  ): Iterable<Pick<DenoFileInfo, "isFile" | "isDirectory" | "isSymlink"> & { readonly name: string }>;
  readFileSync(path: URL): Uint8Array;
  realPathSync(path: string): string;
  removeSignalListener(signal: string, handler: () => void): void;
  statSync(path: string): DenoFileInfo;
  uid(): number | null;
}

/** Undefined in Node and Bun. */
export const deno: Deno | undefined = (globalThis as { readonly Deno?: Deno }).Deno;
