/** A separate process for `vector_cache.test.ts`: it writes vectors without end and says which are on the disk. */
import process from "node:process";
import { createDiskFileSystem } from "../../src/host/disk_file_system.ts";
import { openVectorCache } from "../../src/models/embed/vector_cache.ts";
import { KEY, vectorOf } from "./cache_vectors.ts";

const [home = "", writer = ""] = process.argv.slice(2);
const cache = openVectorCache(createDiskFileSystem(), home, KEY);
for (let number = 0;; number++) {
  const texts = [0, 1, 2, 3].map((part) => `${writer} ${number} ${part}`);
  cache.put(texts, texts.map((text) => vectorOf(text)));
  process.stdout.write(`${texts.join("\n")}\n`);
}
