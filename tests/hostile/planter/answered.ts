/** Whether a command gave an answer or one clear error. */
import assert from "node:assert/strict";
import type { Answer } from "../hostile.ts";

const UNEXPECTED =
  /something unexpected went wrong|TypeError|RangeError|panicked|Maximum call stack|^\s+at .+:\d+:\d+\)?$/m;

export function assertAnswered(what: string, { code, stdout, stderr }: Answer): void {
  assert.ok(code !== null, `${what} ended by a signal: ${stderr}`);
  assert.ok(!UNEXPECTED.test(stderr), `${what}: ${stderr}`);
  assert.ok(!UNEXPECTED.test(stdout), `${what}: ${stdout}`);
  if (code === 0) return;
  assert.ok(`${stdout}${stderr}`.trim() !== "", `${what} failed with ${code} and said nothing`);
  // A report says itself what failed. Without one there is a message, and no name of the system's stands for it.
  assert.ok(stdout !== "" || /^ra: /m.test(stderr), `${what} failed with ${code} without an error: ${stderr}`);
  const bare = /\b(?:EISDIR|ENOTDIR|ELOOP|EACCES|EPERM|EEXIST|ENXIO|EINVAL|ENOTEMPTY)\b/.exec(`${stdout}${stderr}`);
  assert.equal(bare, null, `${what} shows an error of the system as it is: ${stderr}${stdout}`);
}
