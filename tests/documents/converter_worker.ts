/** A converter for `converter_process.test.ts` that does what it is asked. */
import process from "node:process";
import { answerRequests } from "../../src/host/converter_requests.ts";

const kept: Uint8Array[] = [];
const print = process.stdout.write.bind(process.stdout);

await answerRequests((task, bytes) => {
  if (task === "dies") process.exit(3);
  if (task === "hangs") { for (;;); }
  if (task === "eats") { for (;;) kept.push(new Uint8Array(32 * 1024 * 1024).fill(1)); }
  if (task === "lies") print("{\n");
  if (task === "babbles") print('{"value": 1, "size": 1}\nmore than one');
  if (task === "refuses") return Promise.resolve({ reason: "no" });
  const pieces = task === "boasts" ? [new Uint8Array(2000)] : [bytes.subarray(0, 1), bytes.subarray(1)];
  return Promise.resolve({ value: String(process.pid), pieces });
});
