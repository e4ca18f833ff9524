/* tslint:disable */
/* eslint-disable */
export const memory: WebAssembly.Memory;
export const __wbg_reader_free: (a: number, b: number) => void;
export const __wbg_search_free: (a: number, b: number) => void;
export const hiddenRanges: (a: number, b: number, c: number, d: number, e: number, f: number) => void;
export const highlightRanges: (a: number, b: number, c: number, d: number, e: number, f: number, g: number, h: number, i: number, j: number) => void;
export const reader_chunks: (a: number, b: number) => void;
export const reader_chunksAt: (a: number, b: number, c: number, d: number, e: number) => void;
export const reader_documents: (a: number, b: number) => void;
export const reader_find: (a: number, b: number, c: number, d: number) => void;
export const reader_ids: (a: number, b: number) => void;
export const reader_new: (a: number, b: number, c: number) => void;
export const reader_start: (a: number, b: number, c: number, d: number, e: number) => void;
export const reader_unembedded: (a: number, b: number, c: number, d: number, e: number) => void;
export const reader_vector: (a: number, b: number, c: number, d: number, e: number, f: number) => void;
export const schemaVersion: (a: number) => void;
export const search_finish: (a: number, b: number, c: number, d: number, e: number, f: number) => void;
export const search_wanted: (a: number, b: number) => void;
export const __wbindgen_export: (a: number, b: number) => number;
export const __wbindgen_export2: (a: number, b: number, c: number, d: number) => number;
export const __wbindgen_export3: (a: number, b: number, c: number) => void;
export const __wbindgen_export4: (a: number) => void;
export const __wbindgen_export5: () => number;
export const __wbindgen_externrefs: WebAssembly.Table;
export const __wbindgen_add_to_stack_pointer: (a: number) => number;
export const __wbindgen_export6: (a: number) => void;
export const __wbindgen_export7: (a: number, b: number) => void;
export const __wbindgen_start: () => void;
