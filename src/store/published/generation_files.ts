/** The files of a generation that `ra rag index` writes, and that a reader finds together. */
import { CONFIG_NAME } from "../../config/find.ts";
import { HEAD_NAME } from "./head.ts";
import { indexDirectory } from "./open_index.ts";

export const MANIFEST = "manifest.json";
export const VECTORS = "embeddings.npy";
export const FLAT_INDEX = "index.faiss";
export const TABLE = "meta.parquet";
/** The head of the engine's index, in the folder of the generation. */
export const HEAD: string = `${indexDirectory("/").slice(1)}/${HEAD_NAME}`;

/** All that take their places together. The last one makes them count. */
export const GENERATION: readonly string[] = [CONFIG_NAME, HEAD, FLAT_INDEX, VECTORS, TABLE, MANIFEST];
