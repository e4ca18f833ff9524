/** Writes the vectors of a generation row by row, in both files, and reads them back. */
import type { FileSystem, FileWriter } from "../../host/file_system.ts";
import { vectorsHash } from "../artefacts/manifest.ts";
import { flatIndexHead, normalized, npyHead } from "../artefacts/vector_files.ts";

export interface VectorDraft {
  /** The rows so far. */
  readonly rows: number;
  add(vector: Float32Array): void;
  /** Flushes both files. `dimensions` counts where no vector was added. */
  finish(dimensions: number): { readonly dimensions: number; readonly hash: string };
  /** After `finish`. */
  vectorAt(row: number): Float32Array;
  /** Closes the files. Those that are not finished are removed. */
  close(): void;
}

/** Throws `io`, as the draft does. */
export function createVectorDraft(fs: FileSystem, paths: { readonly npy: string; readonly flat: string }): VectorDraft {
  const files: FileWriter[] = [];
  const create = (path: string): FileWriter => {
    const file = fs.createWriter(path);
    files.push(file);
    return file;
  };
  const npy = create(paths.npy);
  const flat = create(paths.flat);
  // The heads have the same length for any number of rows.
  const [npyStart, flatStart] = [npyHead(0, 0).length, flatIndexHead(0, 0).length];
  npy.write(new Uint8Array(npyStart));
  flat.write(new Uint8Array(flatStart));
  let rows = 0;
  let width: number | undefined;
  let finished: ReturnType<FileSystem["open"]>;
  return {
    get rows() {
      return rows;
    },
    add(vector) {
      width ??= vector.length;
      const unit = normalized(vector);
      const bytes = new Uint8Array(unit.buffer, unit.byteOffset, unit.byteLength);
      npy.write(bytes);
      flat.write(bytes);
      rows++;
    },
    finish(dimensions) {
      width ??= dimensions;
      npy.replace(0, npyHead(rows, width));
      flat.replace(0, flatIndexHead(rows, width));
      npy.finish();
      flat.finish();
      finished = fs.open(paths.npy)!;
      const read = (offset: number, into: Uint8Array): void => finished!.read(npyStart + offset, into);
      return { dimensions: width, hash: vectorsHash(4 * rows * width, read) };
    },
    vectorAt(row) {
      const bytes = new Uint8Array(4 * width!);
      finished!.read(npyStart + row * bytes.length, bytes);
      return new Float32Array(bytes.buffer);
    },
    close() {
      files.forEach((file) => file.discard());
      finished?.close();
    },
  };
}
