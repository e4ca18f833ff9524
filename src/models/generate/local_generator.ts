/** A GGUF file in the node-llama-cpp that the user has installed. */
import { interrupted, RaError, reasonOf, type Warning } from "../../errors.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { importPackage, packageFile } from "../../host/installed_package.ts";
import { processorCount, userDataFolder } from "../../host/process.ts";
import { shellWord } from "../../text/shell_word.ts";
import { fileName } from "../../text/paths.ts";
import { createTextLimit, longerThan, startTimeLimit } from "./answer_bounds.ts";
import type { GenerateOptions, Generation, Generator, ModelPrompt } from "./generator.ts";
import type { GenerationSettings } from "./settings.ts";
import { withoutThoughts } from "./without_thoughts.ts";

const PACKAGE = "node-llama-cpp";
const ENTRY = "dist/index.js";
/** What the prompt and the answer need together, at most. */
const MAX_CONTEXT_SIZE = 16_384;
/** Threads that find no free processor stall all others, so half of the processors stay free. */
const threads = (): number => Math.max(1, Math.floor(processorCount() / 2));

/** What ra uses of node-llama-cpp 3. */
interface LlamaPackage {
  getLlama(options: Readonly<Record<string, unknown>>): Promise<Llama>;
  readonly LlamaLogLevel: { readonly error: string };
  readonly LlamaChatSession: new (options: { readonly contextSequence: unknown; readonly systemPrompt?: string }) => {
    promptWithMeta(text: string, options: Readonly<Record<string, unknown>>): Promise<{
      readonly responseText: string;
      readonly stopReason: string;
    }>;
  };
}
interface Host {
  readonly fs: FileSystem;
  readonly home: string | null;
  readonly warn: (warning: Warning) => void;
}
interface Llama {
  loadModel(options: { readonly modelPath: string }): Promise<{
    tokenize(text: string): readonly unknown[];
    createContext(options: Readonly<Record<string, unknown>>): Promise<{
      readonly contextSize: number;
      getSequence(): unknown;
      dispose(): Promise<void>;
    }>;
  }>;
  dispose(): Promise<void>;
}

/** Throws `model-missing` where the package or the file is not there. */
export function requireLocalModel(path: string, { fs, home }: Omit<Host, "warn">): void {
  if (fs.stat(path)?.kind !== "file") {
    throw new RaError("model-missing", `there is no model ${path}`, { hint: "name a GGUF file" });
  }
  const data = userDataFolder(home);
  if (packageFile(PACKAGE, ENTRY, data) !== undefined) return;
  throw new RaError("model-missing", `${PACKAGE} is not installed`, {
    hint: `run npm install ${data === undefined ? "-g" : `--prefix ${shellWord(data)}`} ${PACKAGE}`,
  });
}

type GenerationBounds = Pick<GenerationSettings, "temperature" | "max_tokens" | "max_time">;
type LlamaModel = Awaited<ReturnType<Llama["loadModel"]>>;

/**
 * Warns of an answer that a bound cut. Throws `model-missing` where the package or the file is not there, and
 * `model-invalid` where they cannot be run. The path is absolute.
 */
export async function openLocalGenerator(
  path: string,
  settings: GenerationBounds,
  host: Host,
): Promise<Generator> {
  requireLocalModel(path, host);
  let found: LlamaPackage;
  try {
    found = await importPackage(PACKAGE, ENTRY, userDataFolder(host.home)) as LlamaPackage;
  } catch (cause) {
    throw invalid(`cannot load ${PACKAGE}`, path, cause);
  }
  const { getLlama, LlamaChatSession, LlamaLogLevel } = found;
  try {
    // Nothing is fetched or built, and the processor is enough.
    const llama = await getLlama({ gpu: false, build: "never", skipDownload: true, logLevel: LlamaLogLevel.error });
    const loaded = await llama.loadModel({ modelPath: path });
    return new LocalGenerator(fileName(path), settings, { llama, loaded, ChatSession: LlamaChatSession }, host.warn);
  } catch (cause) {
    throw invalid("cannot run the model", path, cause);
  }
}

/** What runs the model. */
interface Runner {
  readonly llama: Llama;
  readonly loaded: LlamaModel;
  readonly ChatSession: LlamaPackage["LlamaChatSession"];
}

class LocalGenerator implements Generator {
  readonly provider = "local";
  readonly model: string;
  readonly #settings: GenerationBounds;
  readonly #llama: Llama;
  readonly #loaded: LlamaModel;
  readonly #ChatSession: LlamaPackage["LlamaChatSession"];
  readonly #warn: (warning: Warning) => void;

  constructor(
    model: string,
    settings: GenerationBounds,
    { llama, loaded, ChatSession }: Runner,
    warn: (warning: Warning) => void,
  ) {
    this.model = model;
    this.#settings = settings;
    this.#llama = llama;
    this.#loaded = loaded;
    this.#ChatSession = ChatSession;
    this.#warn = warn;
  }

  async generate({ system, user }: ModelPrompt, options: GenerateOptions): Promise<Generation | "too-long"> {
    const { temperature, max_time } = this.#settings;
    const { signal, within = 1000 * max_time, maxTokens = Infinity, onText } = options;
    const max_tokens = Math.min(this.#settings.max_tokens, maxTokens);
    const context = await this.#loaded.createContext({ contextSize: { max: MAX_CONTEXT_SIZE }, threads: threads() });
    const full = new AbortController();
    const time = startTimeLimit(within, max_time, signal);
    const limit = createTextLimit(max_tokens);
    /** What cut the answer, apart from the user. */
    const bound = (): string | undefined =>
      limit.isFull() ? longerThan(max_tokens) : time.isOver() ? time.why : undefined;
    try {
      const input = this.#loaded.tokenize(`${system}\n${user}`).length;
      if (input + max_tokens > context.contextSize) return "too-long";
      const session = new this.#ChatSession({
        contextSequence: context.getSequence(),
        ...(system === "" ? {} : { systemPrompt: system }),
      });
      const thoughts = withoutThoughts(onText !== undefined);
      let text = "";
      const add = (piece: string): void => {
        text += piece;
        if (piece !== "") onText?.(piece);
      };
      const { stopReason } = await session.promptWithMeta(user, {
        temperature,
        maxTokens: max_tokens,
        signal: AbortSignal.any([time.signal, full.signal]),
        stopOnAbortSignal: true,
        onTextChunk(piece: string) {
          add(thoughts.push(limit.take(piece)));
          if (limit.isFull()) full.abort();
        },
      });
      add(thoughts.end());
      if (signal?.aborted === true && text.trim() === "") throw interrupted("the answer");
      if (text.trim() === "") {
        throw new RaError(
          "generation-failed",
          `${this.model} said nothing${bound() === undefined ? "" : `: ${bound()}`}`,
        );
      }
      if (signal?.aborted !== true && bound() !== undefined) {
        this.#warn({ code: "work-limit", message: `${this.model}: ${bound()}; ra keeps what came until then` });
      }
      return {
        text,
        finish: limit.isFull() || stopReason === "maxTokens" ? "length" : stopReason === "abort" ? "cut" : "stop",
        tokens: { input, output: this.#loaded.tokenize(text).length },
      };
    } catch (error) {
      if (error instanceof RaError) throw error;
      if (signal?.aborted === true) throw interrupted("the answer");
      throw new RaError("generation-failed", `${this.model}: ${reasonOf(error)}`, { cause: error });
    } finally {
      time.end();
      await context.dispose();
    }
  }

  close(): void {
    void this.#llama.dispose().catch(() => {});
  }
}

function invalid(what: string, path: string, cause: unknown): RaError {
  return new RaError("model-invalid", `${what}: ${reasonOf(cause)}`, { path, cause });
}
