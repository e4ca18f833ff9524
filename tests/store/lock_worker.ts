/** A separate process for `lock.test.ts`: `count` increments a number under the lock, `hold` keeps the lock. */
import process from "node:process";
import { setInterval } from "node:timers";
import { createDiskFileSystem } from "../../src/host/disk_file_system.ts";
import { acquireLock } from "../../src/store/lock/lock.ts";

const [mode, lockPath = "", counterPath = "", rounds = "0"] = process.argv.slice(2);
const fs = createDiskFileSystem();

if (mode === "count") {
  for (let round = 0; round < Number(rounds); round++) {
    const lock = await acquireLock(fs, lockPath, { timeoutMs: 60_000 });
    if (lock === undefined) throw new Error("the lock was never free");
    const value = Number(new TextDecoder().decode(fs.readFile(counterPath)));
    fs.writeFile(counterPath, new TextEncoder().encode(String(value + 1)));
    lock.release();
  }
} else {
  const lock = await acquireLock(fs, lockPath, { timeoutMs: 0 });
  console.log(lock === undefined ? "refused" : "held");
  if (lock !== undefined) setInterval(() => {}, 1000);
}
