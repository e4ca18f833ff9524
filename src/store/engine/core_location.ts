/**
 * The compiled modules of the core as `file:` URLs, in a source tree or an installed package. The bundle in `dist/`
 * lies beside them, so `scripts/build.mjs` replaces this module there.
 */

/** `core` reads and writes indexes. `reader` is the same without what writes: half as large, so it starts sooner. */
export type CoreModule = "core" | "reader";

export const coreLocations: Readonly<Record<CoreModule, URL>> = {
  core: new URL("../../../wasm/pkg/ra_core_bg.wasm", import.meta.url),
  reader: new URL("../../../wasm/pkg/ra_reader_bg.wasm", import.meta.url),
};
