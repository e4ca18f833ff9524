/** The side of a converter's process: reads requests from standard input, and answers them on standard output. */
import process from "node:process";

/** Anything that JSON can hold, and pieces of bytes that follow it; or why there is none. */
export type ConverterAnswer =
  | { readonly value: unknown; readonly pieces: readonly Uint8Array[] }
  | { readonly reason: string };

/**
 * Answers one request after the other. A request is a line of JSON, `{"size", "task"}`, and then so many bytes. An
 * answer is a line of JSON, `{"value", "size"}` and so many bytes, or `{"reason"}`.
 */
export async function answerRequests(
  answer: (task: unknown, bytes: Uint8Array) => Promise<ConverterAnswer>,
): Promise<void> {
  // Libraries may print; answers go by themselves.
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr);
  console.log = console.info = console.warn = console.error;
  // Parts of a library may fail after its answer: pdf.js goes on with parts of a damaged file.
  process.on("unhandledRejection", () => {});
  // Ctrl-C in a terminal reaches all processes of a command. The one that asks decides what ends.
  process.on("SIGINT", () => {});
  for await (const { task, bytes } of readRequests(process.stdin)) {
    const answered = await answer(task, bytes);
    if ("reason" in answered) {
      write(`${JSON.stringify(answered)}\n`);
      continue;
    }
    const { value, pieces } = answered;
    write(`${JSON.stringify({ value, size: pieces.reduce((sum, { length }) => sum + length, 0) })}\n`);
    for (const piece of pieces) write(piece);
  }
}

export interface ConverterRequest {
  readonly task: unknown;
  readonly bytes: Uint8Array;
}

/** Each piece of a file is copied once, into the place that it has there. */
export async function* readRequests(input: AsyncIterable<Uint8Array>): AsyncGenerator<ConverterRequest> {
  let line: Uint8Array[] = [];
  let open: ConverterRequest | undefined;
  let filled = 0;
  for await (const chunk of input) {
    for (let rest = chunk; rest.length > 0 || open?.bytes.length === 0;) {
      if (open === undefined) {
        const end = rest.indexOf(10);
        line.push(end < 0 ? rest : rest.subarray(0, end));
        if (end < 0) break;
        const { size, task } = JSON.parse(Buffer.concat(line).toString()) as { size: number; task: unknown };
        [open, filled, line, rest] = [{ task, bytes: new Uint8Array(size) }, 0, [], rest.subarray(end + 1)];
      }
      const piece = rest.subarray(0, open.bytes.length - filled);
      open.bytes.set(piece, filled);
      filled += piece.length;
      rest = rest.subarray(piece.length);
      if (filled < open.bytes.length) break;
      yield open;
      open = undefined;
    }
  }
}
