/** What a server asks of its project, by the method of the protocol. */
import {
  type CallToolResult,
  type CompleteRequest,
  type CompleteResult,
  type GetPromptResult,
  type ListResourcesResult,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
} from "@modelcontextprotocol/server";
import { RaError } from "../../errors.ts";
import { nearest } from "../../text/nearest.ts";
import { complete } from "./completion.ts";
import type { Project, ProjectCall } from "./project.ts";
import { getPrompt } from "./prompts.ts";
import { listResources, readResource } from "./resources.ts";
import { contextTool } from "./tools/context.ts";
import { getTool } from "./tools/get.ts";
import { listSourcesTool } from "./tools/list_sources.ts";
import { searchTool } from "./tools/search.ts";
import type { Tool } from "./tools/tool.ts";
import { asRaError, errorText, toolError } from "./tools/tool_error.ts";

export const TOOLS: readonly Tool[] = [searchTool, contextTool, getTool, listSourcesTool];

/** The most bytes of an answer. No model reads as much. */
const MAX_ANSWER_LENGTH = 8 * 1024 * 1024;

/** The code of JSON-RPC for an error of the server that is not a failure. */
const NOT_NOW = -32000;

/** Every method throws `ProtocolError`. The call comes last. */
export interface McpAnswers<C = ProjectCall> {
  callTool(name: string, given: Readonly<Record<string, unknown>>, call: C): Promise<CallToolResult>;
  listResources(cursor: string | undefined, call: C): Promise<ListResourcesResult>;
  readResource(uri: string, call: C): Promise<ReadResourceResult>;
  getPrompt(name: string, given: Readonly<Record<string, string>>, call: C): Promise<GetPromptResult>;
  complete(params: CompleteRequest["params"], call: C): Promise<CompleteResult>;
}

export function createAnswers(project: Project): McpAnswers {
  return {
    async callTool(name, given, call) {
      const tool = TOOLS.find((each) => each.name === name);
      if (tool === undefined) throw unknownTool(name);
      try {
        return requireShort(await tool.run(given, project, call));
      } catch (error) {
        if (error instanceof ProtocolError) throw error;
        return toolError(error);
      }
    },
    listResources: (cursor, call) => answering(() => listResources(project, call, cursor)),
    readResource: (uri, call) => answering(async () => requireShort(await readResource(project, call, uri))),
    getPrompt: (name, given, call) => answering(async () => requireShort(await getPrompt(project, call, name, given))),
    complete: (params, call) => answering(() => complete(project, call, params)),
  };
}

function requireShort<T>(answer: T): T {
  const bytes = new TextEncoder().encode(JSON.stringify(answer)).length;
  if (bytes <= MAX_ANSWER_LENGTH) return answer;
  const size = (bytes / 1024 / 1024).toFixed(1);
  throw new RaError("usage", `the answer has ${size} MB; at most ${MAX_ANSWER_LENGTH / 1024 / 1024} MB are sent`, {
    hint: "ask for fewer results or with a smaller max_tokens, or read a long document section by section",
  });
}

/** Turns errors into protocol errors, because only tool calls have another way to fail. */
export async function answering<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    const { code } = asRaError(error);
    const isTheirs = code === "usage" || code === "too-expensive" || code.startsWith("unknown-") ||
      code.startsWith("query-");
    const protocolCode = isTheirs
      ? ProtocolErrorCode.InvalidParams
      : code === "busy" || code === "interrupted"
      ? NOT_NOW
      : ProtocolErrorCode.InternalError;
    throw new ProtocolError(protocolCode, errorText(error));
  }
}

function unknownTool(name: string): ProtocolError {
  const names = TOOLS.map(({ name }) => name);
  const [near] = nearest(name, names);
  const hint = near === undefined ? `the tools are: ${names.join(", ")}` : `did you mean ${near}?`;
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `there is no tool ${JSON.stringify(name.slice(0, 100))}; ${hint}`,
  );
}
