// `core_query.mjs FOLDER REQUEST`: the least that a search in a new process can take. It compiles the reader, opens the
// segment that `core_contender.ts` wrote, searches, and reads the sections of five results.
import * as fs from "node:fs";
import { join } from "node:path";
import process from "node:process";

const [folder, request] = process.argv.slice(2);
const compiling = WebAssembly.compile(fs.readFileSync("wasm/pkg/ra_reader_bg.wasm"));
const core = await import("../../wasm/pkg/ra_reader.js");
const { size, stats } = JSON.parse(fs.readFileSync(join(folder, "core.json"), "utf8"));
const file = fs.openSync(join(folder, "core.seg"), "r");
core.initSync({ module: await compiling });
const reader = new core.Reader([{
  identity: undefined,
  size,
  stats: JSON.stringify(stats),
  deletes: undefined,
  read: (offset, into) => fs.readSync(file, into, 0, into.length, offset),
  vectors: () => undefined,
}]);
const { hits } = JSON.parse(reader.start(request).finish(reader, []));
const places = Uint32Array.from(hits.slice(0, 5).flatMap(([, , at]) => at));
for (const [, , , , , path, title, , , , , start, end] of JSON.parse(reader.chunksAt(places))) {
  const text = fs.readFileSync(join(folder, "docs", path)).subarray(start, end).toString();
  console.log(JSON.stringify({ title, text }));
}
