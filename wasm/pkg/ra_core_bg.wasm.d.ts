/* tslint:disable */
/* eslint-disable */
export const memory: WebAssembly.Memory;
export const __wbg_batch_free: (a: number, b: number) => void;
export const __wbg_reader_free: (a: number, b: number) => void;
export const batch_add: (a: number, b: number, c: number, d: number, e: number, f: number) => void;
export const batch_chunks: (a: number) => number;
export const batch_finish: (a: number, b: number) => void;
export const batch_headings: (a: number, b: number, c: number) => void;
export const batch_load: (
  a: number,
  b: number,
  c: number,
  d: number,
  e: number,
  f: number,
  g: number,
  h: number,
) => void;
export const batch_new: (a: number) => void;
export const batch_sourceBytes: (a: number) => number;
export const hiddenRanges: (a: number, b: number, c: number, d: number, e: number, f: number) => void;
export const highlightRanges: (
  a: number,
  b: number,
  c: number,
  d: number,
  e: number,
  f: number,
  g: number,
  h: number,
  i: number,
) => void;
export const outline: (a: number, b: number, c: number, d: number, e: number, f: number) => void;
export const reader_chunks: (a: number, b: number) => void;
export const reader_chunksAt: (a: number, b: number, c: number, d: number) => void;
export const reader_delete: (a: number, b: number, c: number, d: number) => void;
export const reader_documents: (a: number, b: number) => void;
export const reader_find: (a: number, b: number, c: number, d: number) => void;
export const reader_ids: (a: number, b: number) => void;
export const reader_merge: (a: number, b: number, c: number, d: number) => void;
export const reader_new: (a: number, b: number, c: number) => void;
export const reader_search: (a: number, b: number, c: number, d: number) => void;
export const reader_verify: (a: number, b: number) => void;
export const schemaVersion: (a: number) => void;
export const __wbindgen_export: (a: number, b: number) => number;
export const __wbindgen_export2: (a: number, b: number, c: number, d: number) => number;
export const __wbindgen_export3: (a: number, b: number, c: number) => void;
export const __wbindgen_export4: () => number;
export const __wbindgen_externrefs: WebAssembly.Table;
export const __wbindgen_export5: (a: number) => void;
export const __wbindgen_add_to_stack_pointer: (a: number) => number;
export const __wbindgen_export6: (a: number) => void;
export const __wbindgen_export7: (a: number, b: number) => void;
export const __wbindgen_start: () => void;
