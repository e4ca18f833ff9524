/* tslint:disable */
/* eslint-disable */
export const memory: WebAssembly.Memory;
export const __wbg_judge_free: (a: number, b: number) => void;
export const __wbg_model_free: (a: number, b: number) => void;
export const __wbg_tokeniser_free: (a: number, b: number) => void;
export const judge_new: (a: number, b: number, c: number, d: number, e: number, f: any, g: number, h: number) => void;
export const judge_score: (a: number, b: number, c: number, d: number, e: number, f: number) => void;
export const model_dimensions: (a: number) => number;
export const model_embed: (a: number, b: number, c: number, d: number) => void;
export const model_new: (a: number, b: number, c: number, d: number, e: number, f: any, g: number, h: number) => void;
export const model_tokenise: (a: number, b: number, c: number, d: number) => void;
export const stored: (a: number, b: number, c: number, d: any, e: number, f: number) => void;
export const tokeniser_new: (a: number, b: number, c: number, d: number) => void;
export const tokeniser_tokenise: (a: number, b: number, c: number, d: number) => void;
export const __wbindgen_export: (a: number, b: number) => number;
export const __wbindgen_export2: (a: number, b: number, c: number, d: number) => number;
export const __wbindgen_export3: (a: number, b: number, c: number) => void;
export const __wbindgen_externrefs: WebAssembly.Table;
export const __wbindgen_add_to_stack_pointer: (a: number) => number;
export const __wbindgen_export4: (a: number) => void;
export const __wbindgen_export5: () => number;
export const __wbindgen_export6: (a: number, b: number) => void;
export const __wbindgen_start: () => void;
