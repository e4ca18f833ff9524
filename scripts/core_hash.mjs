// Prints the SHA-256 of everything that shapes a built module: names and bytes of its sources, tool versions, flags.
//
//   node scripts/core_hash.mjs [FOLDER]   the crate's folder in the checkout: wasm (the default) or wasm/model
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Lists the files below `folder` (relative to the checkout), in UTF-16 order of their whole paths. */
function filesBelow(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      return entry.isDirectory() ? filesBelow(path) : [path];
    })
    .sort();
}

const crate = process.argv[2] ?? "wasm";
const sources = [
  // The workspace's manifest has the profiles and the versions that crates share.
  ...new Set(["wasm/Cargo.toml", "wasm/Cargo.lock", `${crate}/Cargo.toml`]),
  ...filesBelow(`${crate}/src`),
  "scripts/core_toolchain.env",
];
const hash = createHash("sha256");
for (const path of sources) {
  // Git may check text out with CRLF. The hash must not depend on that.
  const bytes = Buffer.from(readFileSync(join(root, path), "latin1").replaceAll("\r\n", "\n"), "latin1");
  hash.update(`${path}\0${bytes.length}\0`).update(bytes);
}
const { devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
hash.update(`binaryen ${devDependencies.binaryen}`);
console.log(hash.digest("hex"));
