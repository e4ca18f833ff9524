/* tslint:disable */
/* eslint-disable */

/**
 * A model in memory that reads a query and a passage together.
 */
export class Judge {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Opens a cross-encoder. The arguments are those of `Model`; `pooling` counts for nothing.
     */
    constructor(config: string, vocabulary: string, weights: Uint8Array, options: string);
    /**
     * How well each passage answers the query. More is better, on any scale.
     */
    score(query: string, passages: string[]): Float32Array;
}

/**
 * A model in memory, ready to embed.
 */
export class Model {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * The number of values of each vector.
     */
    dimensions(): number;
    /**
     * The vectors of texts, in their order, one after the other, each of length 1.
     */
    embed(texts: string[]): Float32Array;
    /**
     * Opens a model. `config` is the text of config.json, `vocabulary` that of vocab.txt, `weights` a safetensors file or
     * what `stored` made, and `options` JSON: `{dtype?: "f32" | "int8", pooling?: "mean" | "cls", maxLength?: number}`.
     */
    constructor(config: string, vocabulary: string, weights: Uint8Array, options: string);
    /**
     * The ids of a text's word pieces between those that begin and end it, cut to the longest input.
     */
    tokenise(text: string): Uint32Array;
}

/**
 * A model's word pieces without its weights.
 */
export class Tokeniser {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * `vocabulary` is the text of vocab.txt, `limit` the most pieces of a text, at least 3.
     */
    constructor(vocabulary: string, limit: number);
    /**
     * The ids of a text's word pieces between those that begin and end it, cut to the limit.
     */
    tokenise(text: string): Uint32Array;
}

export function __wbg_reset_state(): void;

/**
 * The form of a model's weights to keep on disk: `dtype` is "f32" or "int8". It has a checksum.
 */
export function stored(config: string, weights: Uint8Array, dtype: string): Uint8Array;

export type InitInput = RequestInfo | URL | Response | BufferSource | WebAssembly.Module;

export interface InitOutput {
    readonly memory: WebAssembly.Memory;
    readonly __wbg_judge_free: (a: number, b: number) => void;
    readonly __wbg_model_free: (a: number, b: number) => void;
    readonly __wbg_tokeniser_free: (a: number, b: number) => void;
    readonly judge_new: (a: number, b: number, c: number, d: number, e: number, f: any, g: number, h: number) => void;
    readonly judge_score: (a: number, b: number, c: number, d: number, e: number, f: number) => void;
    readonly model_dimensions: (a: number) => number;
    readonly model_embed: (a: number, b: number, c: number, d: number) => void;
    readonly model_new: (a: number, b: number, c: number, d: number, e: number, f: any, g: number, h: number) => void;
    readonly model_tokenise: (a: number, b: number, c: number, d: number) => void;
    readonly stored: (a: number, b: number, c: number, d: any, e: number, f: number) => void;
    readonly tokeniser_new: (a: number, b: number, c: number, d: number) => void;
    readonly tokeniser_tokenise: (a: number, b: number, c: number, d: number) => void;
    readonly __wbindgen_export: (a: number, b: number) => number;
    readonly __wbindgen_export2: (a: number, b: number, c: number, d: number) => number;
    readonly __wbindgen_export3: (a: number, b: number, c: number) => void;
    readonly __wbindgen_externrefs: WebAssembly.Table;
    readonly __wbindgen_add_to_stack_pointer: (a: number) => number;
    readonly __wbindgen_export4: (a: number) => void;
    readonly __wbindgen_export5: () => number;
    readonly __wbindgen_export6: (a: number, b: number) => void;
    readonly __wbindgen_start: () => void;
}

export type SyncInitInput = BufferSource | WebAssembly.Module;

/**
 * Instantiates the given `module`, which can either be bytes or
 * a precompiled `WebAssembly.Module`.
 *
 * @param {{ module: SyncInitInput }} module - Passing `SyncInitInput` directly is deprecated.
 *
 * @returns {InitOutput}
 */
export function initSync(module: { module: SyncInitInput } | SyncInitInput): InitOutput;

/**
 * If `module_or_path` is {RequestInfo} or {URL}, makes a request and
 * for everything else, calls `WebAssembly.instantiate` directly.
 *
 * @param {{ module_or_path: InitInput | Promise<InitInput> }} module_or_path - Passing `InitInput` directly is deprecated.
 *
 * @returns {Promise<InitOutput>}
 */
export default function __wbg_init (module_or_path?: { module_or_path: InitInput | Promise<InitInput> } | InitInput | Promise<InitInput>): Promise<InitOutput>;
