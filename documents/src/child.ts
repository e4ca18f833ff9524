/**
 * Converts files in a process of its own, so that the one who asks can end it. A request on standard input is a line of
 * JSON, `{"name", "size", "options"}`, and then the bytes of the file. The answer on standard output is a line of JSON:
 * `{"ok": true, "converted"}`, or `{"ok": false, "reason"}`.
 */
import process from "node:process";
import { convert } from "./convert.ts";
import { ConversionFailure, type ConvertOptions } from "./converted.ts";

interface Request {
  readonly name: string;
  readonly size: number;
  readonly options: ConvertOptions;
}

// Libraries may print; answers go by themselves.
const write = process.stdout.write.bind(process.stdout);
process.stdout.write = process.stderr.write.bind(process.stderr);
console.log = console.info = console.warn = console.error;

// pdf.js goes on with parts of a damaged file after its answer.
process.on("unhandledRejection", () => {});

let waiting = Buffer.alloc(0);
let request: Request | undefined;
for await (const chunk of process.stdin) {
  waiting = Buffer.concat([waiting, chunk as Uint8Array]);
  for (;;) {
    if (request === undefined) {
      const end = waiting.indexOf(10);
      if (end < 0) break;
      request = JSON.parse(waiting.subarray(0, end).toString()) as Request;
      waiting = waiting.subarray(end + 1);
    }
    if (waiting.length < request.size) break;
    const bytes = new Uint8Array(waiting.subarray(0, request.size));
    waiting = waiting.subarray(request.size);
    const { name, options } = request;
    request = undefined;
    write(`${JSON.stringify(await answer(bytes, name, options))}\n`);
  }
}

async function answer(bytes: Uint8Array, name: string, options: ConvertOptions) {
  try {
    return { ok: true, converted: await convert(bytes, name, options) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return {
      ok: false,
      reason: error instanceof ConversionFailure ? reason : `the file cannot be converted: ${reason}`,
    };
  }
}
