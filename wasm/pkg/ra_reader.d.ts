/* tslint:disable */
/* eslint-disable */

export class Reader {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * For each chunk of `[segment, chunk, segment, chunk, …]`, where its text stands too: `[[[segment, chunk], reason], …]`.
     */
    alsoIn(places: Uint32Array | number[], work?: any | null): string;
    /**
     * Each anchor with its chunk: `[[name, [segment, chunk]], …]`.
     */
    anchors(): string;
    /**
     * `[segment, chunk, segment, chunk, …]` to an array of chunks.
     */
    chunksAt(places: Uint32Array | number[], work?: any | null): string;
    chunks(): string;
    /**
     * `[segment, chunk, segment, chunk, …]` to an array of the documents of these chunks.
     */
    documentsAt(places: Uint32Array | number[], work?: any | null): string;
    documents(): string;
    /**
     * The chunk with this id, or null.
     */
    find(id: string): string;
    ids(): string;
    /**
     * The other forms of words that count (`AskedForms`): a list for each candidate.
     */
    knownForms(asked: string, work?: any | null): string;
    /**
     * The documents that may link to one of these: `[names, labels]` to `[[segment, chunk], …]`.
     */
    linking(names: string, work?: any | null): string;
    constructor(segments: any[]);
    /**
     * Starts a search. `finish` gives its answer.
     */
    start(request: string, work?: any | null): Search;
    /**
     * The live chunks that have no vector of this model: `[segment, chunk, segment, chunk, …]`.
     */
    unembedded(model: string, failed_too: boolean): Uint32Array;
    /**
     * The vector of a chunk. Empty where it has none of this model.
     */
    vector(segment: number, chunk: number, model: string): Float32Array;
    /**
     * Part of the text of a chunk's document, from byte `start` on, as its reader sees it.
     */
    visible(segment: number, chunk: number, text: Uint8Array | number[], start: number): Uint8Array;
}

/**
 * A search that may wait for texts. It belongs to the reader that started it.
 */
export class Search {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * `texts` has the bodies of the wanted chunks in their order. A chunk may lack one.
     */
    finish(reader: Reader, texts: any[], work?: any | null): string;
    /**
     * The chunks whose bodies `finish` takes: `[segment, chunk, segment, chunk, …]`.
     */
    wanted(): Uint32Array;
}

export function __wbg_reset_state(): void;

/**
 * The byte ranges of the matches in a text as its reader sees it, as a flat list.
 */
export function highlightRanges(text: Uint8Array | number[], stemmer: string, highlight: string, work?: any | null): Uint32Array;

export function schemaVersion(): string;

export type InitInput = RequestInfo | URL | Response | BufferSource | WebAssembly.Module;

export interface InitOutput {
    readonly memory: WebAssembly.Memory;
    readonly __wbg_reader_free: (a: number, b: number) => void;
    readonly __wbg_search_free: (a: number, b: number) => void;
    readonly highlightRanges: (a: number, b: number, c: number, d: number, e: number, f: number, g: number, h: number) => void;
    readonly reader_alsoIn: (a: number, b: number, c: number, d: number, e: number) => void;
    readonly reader_anchors: (a: number, b: number) => void;
    readonly reader_chunks: (a: number, b: number) => void;
    readonly reader_chunksAt: (a: number, b: number, c: number, d: number, e: number) => void;
    readonly reader_documents: (a: number, b: number) => void;
    readonly reader_documentsAt: (a: number, b: number, c: number, d: number, e: number) => void;
    readonly reader_find: (a: number, b: number, c: number, d: number) => void;
    readonly reader_ids: (a: number, b: number) => void;
    readonly reader_knownForms: (a: number, b: number, c: number, d: number, e: number) => void;
    readonly reader_linking: (a: number, b: number, c: number, d: number, e: number) => void;
    readonly reader_new: (a: number, b: number, c: number) => void;
    readonly reader_start: (a: number, b: number, c: number, d: number, e: number) => void;
    readonly reader_unembedded: (a: number, b: number, c: number, d: number, e: number) => void;
    readonly reader_vector: (a: number, b: number, c: number, d: number, e: number, f: number) => void;
    readonly reader_visible: (a: number, b: number, c: number, d: number, e: number, f: number, g: number) => void;
    readonly schemaVersion: (a: number) => void;
    readonly search_finish: (a: number, b: number, c: number, d: number, e: number, f: number) => void;
    readonly search_wanted: (a: number, b: number) => void;
    readonly __wbindgen_export: (a: number, b: number) => number;
    readonly __wbindgen_export2: (a: number, b: number, c: number, d: number) => number;
    readonly __wbindgen_export3: (a: number, b: number, c: number) => void;
    readonly __wbindgen_export4: (a: number) => void;
    readonly __wbindgen_export5: () => number;
    readonly __wbindgen_externrefs: WebAssembly.Table;
    readonly __wbindgen_add_to_stack_pointer: (a: number) => number;
    readonly __wbindgen_export6: (a: number) => void;
    readonly __wbindgen_export7: (a: number, b: number) => void;
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
