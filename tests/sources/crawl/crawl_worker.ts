/** Crawls in a process of its own: `crawl_worker.ts ORIGIN FOLDER`. Prints a line for each address. */
import process from "node:process";
import { createDiskFileSystem } from "../../../src/host/disk_file_system.ts";
import { crawlSite } from "../../../src/sources/crawl/crawl_site.ts";
import { entryOf, pathsOf } from "./site.ts";

const [origin, folder] = process.argv.slice(2) as [string, string];
const report = await crawlSite(entryOf(origin, { depth: 9 }), {
  fs: createDiskFileSystem(),
  folder,
  onProgress: (done) => void process.stdout.write(`${done}\n`),
});
process.stdout.write(`${JSON.stringify(pathsOf(report))}\n`);
