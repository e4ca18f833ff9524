/**
 * Compares what ra's readers find with what other programs do: `npm run test:readers -- FOLDER…`. Org needs `emacs`,
 * and pages of manuals `mandoc`.
 */
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";

const TASKS = [
  { task: "org_task.ts", program: ["emacs", "--version"], files: /\.org$/ },
  { task: "man_task.ts", program: ["mandoc", "-T", "lint", "/dev/null"], files: /\.[1-9][a-z]*$/ },
] as const;

for (const folder of process.argv.slice(2)) {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  for (const { task, program: [name, ...words], files: kind } of TASKS) {
    if (!files.some((file) => kind.test(file))) continue;
    if (spawnSync(name, words).error !== undefined) {
      console.log(`${folder}: ${name} is not installed, so ${task} did not run`);
      continue;
    }
    console.log(`${folder}: ${task}`);
    spawnSync(process.execPath, [new URL(task, import.meta.url).pathname, folder], { stdio: "inherit" });
  }
}
