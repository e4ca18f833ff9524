/** A converter for `converter_process.test.ts` that does what the name of the file says. */
import { readSync } from "node:fs";
import process from "node:process";

const one = new Uint8Array(1);
const kept: Uint8Array[] = [];
for (;;) {
  let line = "";
  while (readSync(0, one) === 1 && one[0] !== 10) line += String.fromCharCode(one[0]!);
  if (line === "") process.exit(0);
  const { name, size } = JSON.parse(line) as { name: string; size: number };
  let bytes = "";
  while (bytes.length < size && readSync(0, one) === 1) bytes += String.fromCharCode(one[0]!);
  if (name === "dies") process.exit(3);
  if (name === "hangs") { for (;;); }
  if (name === "eats") { for (;;) kept.push(new Uint8Array(32 * 1024 * 1024).fill(1)); }
  const answer = name === "lies" ? "{" : JSON.stringify({ ok: true, converted: `${process.pid} ${bytes}` });
  process.stdout.write(`${answer}\n`);
}
