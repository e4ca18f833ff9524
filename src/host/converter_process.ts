/**
 * A program that converts one file after the other in a process of its own. It is ended when a file takes too long or
 * too much memory, because threads cannot be stopped on every runtime. The next file starts it again.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import process from "node:process";
import { onExit } from "./process.ts";

interface Conversion {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Anything that JSON can hold. */
  readonly options: unknown;
  readonly timeoutMs: number;
}

type Converted = { readonly value: unknown } | { readonly reason: string };

export interface ConverterProcess {
  /** One at a time. Resolves to a reason for whatever the file does. */
  convert(conversion: Conversion): Promise<Converted>;
  close(): void;
}

/** Real documents take a tenth of it. */
const MOST_MEMORY = 1024 * 1024 * 1024;
const MOST_ANSWER = 512 * 1024 * 1024;
const LOOK_EVERY_MS = 250;

/** `program` is the path of a module that speaks as `ra-documents/child` does. */
export function createConverterProcess(program: string): ConverterProcess {
  let child: ChildProcess | undefined;
  let forget = (): void => {};
  const end = (): void => {
    child?.kill("SIGKILL");
    child = undefined;
    forget();
  };
  const start = (): ChildProcess => {
    const isDeno = process.versions["deno"] !== undefined;
    const isBun = process.versions["bun"] !== undefined;
    const args = isDeno ? ["run", "--allow-all", "--no-check", program] : isBun ? ["--no-install", program] : [program];
    const started = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "ignore"] });
    forget = onExit(() => started.kill("SIGKILL"));
    // A child that dies while it is written to is found by its end.
    started.stdin.on("error", () => {});
    return started;
  };
  return {
    convert: ({ name, bytes, options, timeoutMs }) =>
      new Promise((resolve) => {
        const running = child ??= start();
        const chunks: Uint8Array[] = [];
        let size = 0;
        const finish = (converted: Converted, isOver: boolean): void => {
          clearTimeout(late);
          clearInterval(look);
          running.stdout!.off("data", take);
          running.off("close", closed);
          running.off("error", closed);
          if (isOver) end();
          resolve(converted);
        };
        const take = (chunk: Uint8Array): void => {
          chunks.push(chunk);
          size += chunk.length;
          if (size > MOST_ANSWER) return finish({ reason: "its text is too large" }, true);
          if (chunk[chunk.length - 1] !== 10) return;
          finish(answerIn(Buffer.concat(chunks)), false);
        };
        const closed = (): void => {
          child = undefined;
          forget();
          finish({ reason: "the converter stopped while it read the file" }, false);
        };
        const late = setTimeout(() => finish({ reason: `it took more than ${timeoutMs / 1000} s` }, true), timeoutMs);
        const look = setInterval(() => {
          if (memoryOf(running.pid) > MOST_MEMORY) finish({ reason: "it took more than 1 GB of memory" }, true);
        }, LOOK_EVERY_MS);
        running.stdout!.on("data", take);
        running.once("close", closed).once("error", closed);
        running.stdin!.write(`${JSON.stringify({ name, size: bytes.length, options })}\n`);
        running.stdin!.write(bytes);
      }),
    close: end,
  };
}

function answerIn(line: Uint8Array): Converted {
  try {
    const { ok, converted, reason } = JSON.parse(new TextDecoder().decode(line)) as Readonly<Record<string, unknown>>;
    return ok === true ? { value: converted } : { reason: typeof reason === "string" ? reason : "no reason was given" };
  } catch {
    return { reason: "the converter gave no answer" };
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
