/**
 * The compiled model module as a `file:` URL, in a source tree or an installed package. The bundle in `dist/` lies
 * beside the module, so `scripts/build.mjs` replaces this file there.
 */
export const modelLocation: URL = new URL("../../../wasm/model/pkg/ra_model_bg.wasm", import.meta.url);
