/** Whether the language model of a configuration can be asked: for `ra rag doctor`. */
import { checked, missingVariable } from "../checked.ts";
import type { RagCheck } from "../../shapes/rag.ts";
import { openEndpoint } from "../../host/services/endpoint.ts";
import { requireLocalModel } from "../../models/generate/local_generator.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { fetchPage } from "../../host/http_client.ts";
import { joinPath } from "../../text/paths.ts";
import type { RagConfig } from "../../sources/config/rag_config.ts";

const TIMEOUT_MS = 5000;
const MAX_BYTES = 4 * 1024 * 1024;

interface CheckHost {
  readonly fs: FileSystem;
  readonly home: string | null;
}

/** Asks a service for its list of models, which costs nothing. */
export async function checkGeneration(config: RagConfig, host: CheckHost): Promise<readonly RagCheck[]> {
  const { generation, folder } = config;
  if (generation === undefined) return [];
  const { provider, model, fallback } = generation;
  if (provider === "local") return [localCheck("generation", joinPath(folder, model), host)];
  return [
    await serviceCheck(generation, fallback !== undefined),
    ...(fallback === undefined ? [] : [localCheck("fallback", joinPath(folder, fallback), host)]),
  ];
}

async function serviceCheck(
  settings: NonNullable<RagConfig["generation"]>,
  hasFallback: boolean,
): Promise<RagCheck> {
  const { model, api_key_env: variable } = settings;
  const name = "generation";
  const endpoint = openEndpoint(settings);
  if (endpoint === "no-address") {
    return {
      name,
      level: "error",
      message: "generation.base_url is missing",
      hint: 'base_url: "http://localhost:11434/v1"',
    };
  }
  if (endpoint === "no-key") return missingVariable(name, variable!);
  const answer = await fetchPage({
    url: endpoint.urlOf("models"),
    headers: { ...endpoint.headers, accept: "application/json" },
    timeoutMs: TIMEOUT_MS,
    body: { mostBytes: MAX_BYTES },
    addresses: { allowsPrivate: true },
  });
  if ("reason" in answer) {
    return {
      name,
      level: hasFallback ? "warning" : "error",
      message: `${endpoint.place} does not answer: ${answer.reason}`,
      hint: hasFallback ? "the fallback answers until then" : "start the service, or correct generation.base_url",
    };
  }
  const { status, body } = answer;
  if (status === 401 || status === 403) {
    const hint = variable === undefined ? "name the key with generation.api_key_env" : `check the key in ${variable}`;
    return { name, level: "error", message: `${endpoint.place} refuses the key (${status})`, hint };
  }
  const known = modelsIn(body);
  if (status !== 200 || known === undefined) {
    return { name, level: "ok", message: `${endpoint.place} answers; it lists no models, so ${model} is not checked` };
  }
  if (known.includes(model) || known.includes(`${model}:latest`)) {
    return { name, level: "ok", message: `${endpoint.place} has ${model}` };
  }
  const some = endpoint.shown(known.slice(0, 5).join(", "));
  return {
    name,
    level: "warning",
    message: `${endpoint.place} does not list ${model}`,
    hint: known.length === 0 ? "it lists no model" : `it lists ${some}${known.length > 5 ? " and others" : ""}`,
  };
}

function modelsIn(body: Uint8Array): readonly string[] | undefined {
  try {
    const { data } = JSON.parse(new TextDecoder().decode(body)) as { readonly data?: unknown };
    if (!Array.isArray(data)) return undefined;
    return (data as readonly { readonly id?: unknown }[]).flatMap(({ id }) => (typeof id === "string" ? [id] : []));
  } catch {
    return undefined;
  }
}

function localCheck(name: string, path: string, { fs, home }: CheckHost): RagCheck {
  return checked(name, `node-llama-cpp is installed; ${path}`, () => requireLocalModel(path, { fs, home }));
}
