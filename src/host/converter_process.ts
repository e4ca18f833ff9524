/**
 * A program that converts one file after the other in a process of its own. It is ended when a file takes too long or
 * too much memory, because threads cannot be stopped on every runtime. The next file starts it again.
 */
import { readFileSync } from "node:fs";
import { type Child, type ChildPlace } from "./start_child.ts";

interface Request {
  readonly bytes: Uint8Array;
  /** What to do with them: anything that JSON can hold. */
  readonly task: unknown;
  readonly timeoutMs: number;
  /** The most bytes of the answer beside its value. */
  readonly mostBytes: number;
}

/** What a file became: anything that JSON can hold, and bytes. */
export interface ConverterOutput {
  readonly value: unknown;
  readonly bytes: Uint8Array;
}

/** `isLate`: the file took longer than its time. */
export type ConverterResult = ConverterOutput | { readonly reason: string; readonly isLate?: true };

export interface ConverterProcess {
  /** One at a time. Resolves to a reason for whatever the file does. */
  convert(request: Request): Promise<ConverterResult>;
  close(): void;
}

/** Real documents take a tenth of it. */
const MAX_MEMORY = 1024 * 1024 * 1024;
/** What a large file left behind would count against the next one, so a process that holds more is ended. */
const MAX_KEPT_MEMORY = 400 * 1024 * 1024;
/** Headings take the most of an answer's line. */
const MAX_LINE = 64 * 1024 * 1024;
const LOOK_EVERY_MS = 250;

/** What the place starts speaks as {@link answerRequests} does. */
export function createConverterProcess(place: ChildPlace): ConverterProcess {
  let child: Child | undefined;
  const end = (): void => {
    child?.end();
    child = undefined;
  };
  return {
    convert: ({ bytes, task, timeoutMs, mostBytes }) =>
      new Promise((resolve) => {
        const { process: running } = child ??= place.start();
        const answer = createAnswer(mostBytes);
        const finish = (converted: ConverterResult, isOver: boolean): void => {
          clearTimeout(late);
          clearInterval(look);
          running.stdout!.off("data", take);
          running.off("close", closed);
          running.off("error", closed);
          if (isOver) end();
          resolve(converted);
        };
        const take = (chunk: Uint8Array): void => {
          const found = answer(chunk);
          if (found === undefined) return;
          finish(found.converted, found.isBroken === true || memoryOf(running.pid) > MAX_KEPT_MEMORY);
        };
        const closed = (): void => {
          child = undefined;
          finish({ reason: "the converter stopped while it read the file" }, false);
        };
        const late = setTimeout(
          () => finish({ reason: `it took more than ${Math.round(timeoutMs / 1000)} s`, isLate: true }, true),
          timeoutMs,
        );
        const look = setInterval(() => {
          if (memoryOf(running.pid) > MAX_MEMORY) finish({ reason: "it took more than 1 GB of memory" }, true);
        }, LOOK_EVERY_MS);
        running.stdout!.on("data", take);
        running.once("close", closed).once("error", closed);
        running.stdin!.write(`${JSON.stringify({ size: bytes.length, task })}\n`);
        running.stdin!.write(bytes);
      }),
    close() {
      end();
      place.remove();
    },
  };
}

interface ChildReply {
  readonly converted: ConverterResult;
  /** The child does not keep to what was agreed, or says too much, so it is of no more use. */
  readonly isBroken?: true;
}

const TOO_LARGE: ChildReply = { converted: { reason: "its text is too large" }, isBroken: true };
const NONSENSE: ChildReply = { converted: { reason: "the converter gave no answer" }, isBroken: true };

/** Puts an answer together from its pieces: a line of JSON, and then as many bytes as the line says. */
function createAnswer(mostBytes: number): (chunk: Uint8Array) => ChildReply | undefined {
  const line: Uint8Array[] = [];
  let length = 0;
  let value: unknown;
  let bytes: Uint8Array | undefined;
  let filled = 0;
  const fill = (piece: Uint8Array): ChildReply | undefined => {
    if (bytes === undefined || filled + piece.length > bytes.length) return NONSENSE;
    bytes.set(piece, filled);
    filled += piece.length;
    return filled === bytes.length ? { converted: { value, bytes } } : undefined;
  };
  return (chunk) => {
    if (bytes !== undefined) return fill(chunk);
    const end = chunk.indexOf(10);
    line.push(end < 0 ? chunk : chunk.subarray(0, end));
    length += chunk.length;
    if (length > MAX_LINE) return TOO_LARGE;
    if (end < 0) return undefined;
    const head = headIn(Buffer.concat(line));
    if (head === undefined) return NONSENSE;
    if ("reason" in head) return { converted: head };
    if (head.size > mostBytes) return TOO_LARGE;
    value = head.value;
    bytes = new Uint8Array(head.size);
    return fill(chunk.subarray(end + 1));
  };
}

function headIn(
  line: Uint8Array,
): { readonly value: unknown; readonly size: number } | { readonly reason: string } | undefined {
  try {
    const { value, size, reason } = JSON.parse(new TextDecoder().decode(line)) as Readonly<Record<string, unknown>>;
    if (typeof reason === "string") return { reason };
    return typeof size === "number" && Number.isSafeInteger(size) && size >= 0 ? { value, size } : undefined;
  } catch {
    return undefined;
  }
}

/** The resident memory of a process in bytes; 0 where the system does not tell. */
function memoryOf(pid: number | undefined): number {
  try {
    return 1024 * Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
