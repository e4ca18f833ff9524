/** A `model.onnx` in the onnxruntime-node that the user has installed. */
import type { EmbeddingSettings } from "../../config/config.ts";
import { MAX_DIMENSIONS } from "../../config/keys/semantic.ts";
import { RaError, type RaErrorDetails } from "../../errors.ts";
import { loadPackage } from "../../host/installed_package.ts";
import { shellWord } from "../../text/shell_word.ts";

export interface OnnxModel {
  /** For messages. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

export interface OnnxOptions {
  readonly device: EmbeddingSettings["device"];
  /** How many threads a processor's model uses. Undefined: as many as onnxruntime likes. */
  readonly threads: number | undefined;
  /** The folder of the user's data: onnxruntime-node may lie in its `node_modules`. */
  readonly data: string | undefined;
  /** Those that ra can use, the best one first. */
  readonly outputs: readonly WantedOutput[];
}

interface WantedOutput {
  readonly name: string;
  /** Whether each word piece of a text has values of its own. */
  readonly ofPieces: boolean;
  /** How many values it has for a text or a word piece. Undefined: any number. */
  readonly width?: number | undefined;
}

/** What a batch gives: texts, in each of them `pieces` word pieces (or 1), in each of them `width` values. */
export interface OnnxOutput {
  readonly values: Float32Array;
  readonly pieces: number;
  readonly width: number;
}

export interface OnnxSession {
  /** What {@link run} gives. */
  readonly output: WantedOutput;
  /** Whether the processor runs the model. */
  readonly isOnProcessor: boolean;
  /** Runs texts as one batch. Shorter ones are padded. Throws `model-invalid` and what onnxruntime throws. */
  run(texts: readonly Uint32Array[]): Promise<OnnxOutput>;
  close(): void;
}

const PACKAGE = "onnxruntime-node";

/** What ra uses of onnxruntime-node. */
interface OnnxRuntime {
  readonly env: { logLevel?: string };
  listSupportedBackends(): readonly { readonly name: string }[];
  readonly Tensor: new (type: "int64", values: BigInt64Array, dimensions: readonly number[]) => unknown;
  readonly InferenceSession: {
    create(model: Uint8Array, options: Readonly<Record<string, unknown>>): Promise<RuntimeSession>;
  };
}

interface RuntimeSession {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  run(inputs: Readonly<Record<string, unknown>>, outputs: readonly string[]): Promise<
    Readonly<Record<string, { readonly type: string; readonly data: unknown; readonly dims: readonly number[] }>>
  >;
  release(): Promise<void>;
}

/** Opens the model and runs it once with two texts. Throws `model-missing` and `model-invalid`. */
export async function openOnnxSession(
  model: OnnxModel,
  options: OnnxOptions,
  probe: readonly Uint32Array[],
): Promise<OnnxSession> {
  const { runtime, built } = loadRuntime(options.data);
  const failures: unknown[] = [];
  for (const provider of providersOf(options.device).filter((name) => built.includes(name))) {
    let session: OnnxSession | undefined;
    try {
      session = await openOn(provider, runtime, model, options);
      await session.run(probe);
      return session;
    } catch (error) {
      session?.close();
      if (error instanceof RaError) throw error;
      failures.push(error);
    }
  }
  const { device } = options;
  const cause = failures.at(-1);
  const why = failures.length === 0 ? "it knows none on this machine" : reasonOf(cause);
  throw invalid(model.path, `onnxruntime cannot run it with device = "${device}": ${why}`, {
    hint: device === "gpu" || device === "mps" ? 'set [semantic] device = "cpu"' : undefined,
    cause,
  });
}

/** onnxruntime-node, and the execution providers that it was built with. */
function loadRuntime(data: string | undefined): { readonly runtime: OnnxRuntime; readonly built: readonly string[] } {
  try {
    const runtime = loadPackage(PACKAGE, data) as OnnxRuntime | undefined;
    if (runtime !== undefined) {
      // It would print its failures by itself. ra says what matters of them.
      runtime.env.logLevel = "fatal";
      return { runtime, built: runtime.listSupportedBackends().map(({ name }) => name) };
    }
  } catch (cause) {
    throw new RaError("model-invalid", `cannot load ${PACKAGE}: ${reasonOf(cause)}`, { cause });
  }
  throw new RaError("model-missing", `${PACKAGE} is not installed`, {
    hint: `run npm install ${data === undefined ? "-g" : `--prefix ${shellWord(data)}`} ${PACKAGE}`,
  });
}

/** The execution providers to try, in this order. */
function providersOf(device: EmbeddingSettings["device"]): readonly string[] {
  const gpu = ["cuda", "dml", "coreml"];
  return { cpu: ["cpu"], mps: ["coreml"], gpu, auto: [...gpu, "cpu"] }[device];
}

async function openOn(
  provider: string,
  { InferenceSession, Tensor }: OnnxRuntime,
  { path, bytes }: OnnxModel,
  { threads, outputs }: OnnxOptions,
): Promise<OnnxSession> {
  const session = await InferenceSession.create(bytes, {
    executionProviders: [provider],
    logSeverityLevel: 4,
    ...(threads === undefined ? {} : { intraOpNumThreads: Math.max(1, threads) }),
  });
  const { inputNames, outputNames } = session;
  const close = (): void => void session.release().catch(() => {});
  const refuse = (why: string): RaError => {
    close();
    return invalid(path, why);
  };
  for (const name of inputNames) if (!INPUTS.includes(name)) throw refuse(`it wants the input ${name}`);
  for (const name of NEEDED) if (!inputNames.includes(name)) throw refuse(`it has no input ${name}`);
  const output = outputs.find(({ name }) => outputNames.includes(name));
  if (output === undefined) throw refuse(`it has no output ${outputs.map(({ name }) => name).join(" or ")}`);
  return {
    output,
    isOnProcessor: provider === "cpu",
    async run(texts) {
      const length = Math.max(...texts.map((text) => text.length));
      const shape = [texts.length, length];
      const zeros = (): BigInt64Array => new BigInt64Array(texts.length * length);
      const [ids, mask, types] = [zeros(), zeros(), zeros()];
      texts.forEach((text, row) => {
        text.forEach((id, at) => ids[row * length + at] = BigInt(id));
        mask.fill(1n, row * length, row * length + text.length);
      });
      const inputs = [ids, mask, types].map((values, at) => [INPUTS[at]!, new Tensor("int64", values, shape)] as const);
      const named = Object.fromEntries(inputs.filter(([name]) => inputNames.includes(name)));
      const { type, data, dims } = (await session.run(named, [output.name]))[output.name]!;
      const width = dims.at(-1) ?? 0;
      const expected = [texts.length, ...(output.ofPieces ? [length] : []), output.width ?? width];
      if (dims.join() !== expected.join()) {
        throw invalid(
          path,
          `its output ${output.name} has the dimensions ${dims.join(" × ")}, not ${expected.join(" × ")}`,
        );
      }
      if (width > MAX_DIMENSIONS) {
        throw invalid(path, `its vectors have ${width} values, and ra takes up to ${MAX_DIMENSIONS}`);
      }
      if (!(data instanceof Float32Array)) throw invalid(path, `its output ${output.name} is ${type}, not float32`);
      return { values: data, pieces: output.ofPieces ? length : 1, width };
    },
    close,
  };
}

const INPUTS = ["input_ids", "attention_mask", "token_type_ids"];
/** Without a mask, padding would count as text. */
const NEEDED = ["input_ids", "attention_mask"];

/** onnxruntime appends where it failed, over many lines. */
export function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split("\n", 1)[0]!;
}

export function invalid(path: string, why: string, details: Pick<RaErrorDetails, "hint" | "cause"> = {}): RaError {
  const hint = 'put another file there, or set [semantic] provider = "local"';
  return new RaError("model-invalid", `cannot use model.onnx: ${why}`, { path, hint, ...details });
}
