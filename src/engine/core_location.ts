/**
 * The compiled core as a `file:` URL, in a source tree or an installed package. The bundle in `dist/` lies beside the
 * core, so `scripts/build.mjs` replaces this module there.
 */
export const coreLocation: URL = new URL("../../wasm/pkg/ra_core_bg.wasm", import.meta.url);
