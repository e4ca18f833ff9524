/** Writes the TypeScript types of what the core takes and gives, from its Rust: part of `npm run build:core`. */
import { writeFileSync } from "node:fs";
import { typeFiles } from "./core_types/type_files.ts";

for (const [path, text] of typeFiles()) writeFileSync(path, text);
