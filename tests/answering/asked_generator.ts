/** A generator that asks a scripted service. */
import { openEndpointGenerator } from "../../src/models/generate/endpoint_generator.ts";
import type { GenerateOptions, Generation } from "../../src/models/generate/generator.ts";
import type { GenerationSettings } from "../../src/models/generate/settings.ts";
import { type Reply, type ScriptedEndpoint, withEndpoint } from "./scripted_endpoint.ts";

export interface AskedGenerator {
  generate(options?: GenerateOptions): Promise<Generation | "too-long">;
  readonly endpoint: ScriptedEndpoint;
  readonly warnings: readonly string[];
}

/** The address is `URL` in warnings. */
export function withAskedGenerator(
  replies: readonly Reply[],
  use: (asked: AskedGenerator) => Promise<void>,
  settings: Partial<GenerationSettings> = {},
): Promise<void> {
  return withEndpoint(replies, async (endpoint) => {
    const warnings: string[] = [];
    const generator = openEndpointGenerator({
      ...{ model: "m", provider: "openai", temperature: 0, max_tokens: 64, max_input_tokens: 1000, timeout: 5 },
      ...{ max_time: 60, retries: 2, base_url: endpoint.url },
      ...settings,
    }, ({ code, message }) => warnings.push(`${code}: ${message.replace(endpoint.url, "URL")}`));
    await use({
      generate: (options = {}) => generator.generate({ system: "the rules", user: "the prompt" }, options),
      endpoint,
      warnings,
    });
  });
}

/** Any bytes, under any type or none. */
export const sends = (body: string, type?: string, status = 200): Reply => (response) => {
  response.writeHead(status, type === undefined ? {} : { "content-type": type });
  response.end(body);
};
