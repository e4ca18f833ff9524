/** A converter for `converter_process.test.ts` that does what the name of the file says. */
import process from "node:process";

const kept: Uint8Array[] = [];
let waiting = "";
process.stdin.setEncoding("latin1").on("data", (data: string) => {
  waiting += data;
  for (let end = waiting.indexOf("\n"); end >= 0; end = waiting.indexOf("\n")) {
    const { name, size } = JSON.parse(waiting.slice(0, end)) as { name: string; size: number };
    if (waiting.length < end + 1 + size) return;
    const bytes = waiting.slice(end + 1, end + 1 + size);
    waiting = waiting.slice(end + 1 + size);
    if (name === "dies") process.exit(3);
    if (name === "hangs") { for (;;); }
    if (name === "eats") { for (;;) kept.push(new Uint8Array(32 * 1024 * 1024).fill(1)); }
    const answer = name === "lies" ? "{" : JSON.stringify({ ok: true, converted: `${process.pid} ${bytes}` });
    process.stdout.write(`${answer}\n`);
  }
});
