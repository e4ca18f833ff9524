/** A process that `start_child.test.ts` starts. It says where it is, or never ends. */
import { readdirSync } from "node:fs";
import process from "node:process";
import { answerRequests } from "../../src/host/converter_requests.ts";

await answerRequests((task) => {
  if (task === "hangs") { for (;;); }
  const folder = process.cwd();
  return Promise.resolve({
    value: { folder, holds: readdirSync(folder).sort(), planted: process.env["RA_PLANTED"] ?? null, pid: process.pid },
    pieces: [],
  });
});
