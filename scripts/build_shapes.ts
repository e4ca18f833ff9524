/** Writes types, JSON Schemas and tables of the answers from `src/shapes/schemas/`: `npm run build:shapes`. */
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { shapeFiles } from "./shapes/shape_files.ts";

const SCHEMAS = "docs/schemas";

const files = shapeFiles();
for (const [path, text] of files) writeFileSync(path, text);
for (const name of readdirSync(SCHEMAS)) if (!files.has(`${SCHEMAS}/${name}`)) rmSync(`${SCHEMAS}/${name}`);
