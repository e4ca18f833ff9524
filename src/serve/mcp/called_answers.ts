/** Answers that are made elsewhere, such as in another thread: both ends of the line. */
import {
  type CallToolResult,
  type CompleteRequest,
  type CompleteResult,
  type GetPromptResult,
  type ListResourcesResult,
  ProtocolError,
  type ReadResourceResult,
} from "@modelcontextprotocol/server";
import type { Answerer, AskedCall, Call, Caller } from "../threads/call.ts";
import { answering, type McpAnswers } from "./answers.ts";

interface McpCalls {
  callTool: readonly [name: string, given: Readonly<Record<string, unknown>>];
  listResources: readonly [cursor: string | undefined];
  readResource: readonly [uri: string];
  getPrompt: readonly [name: string, given: Readonly<Record<string, string>>];
  complete: readonly [params: CompleteRequest["params"]];
}

/** An error of the protocol is sent as data, because errors lose their class on the way. */
type CallReply<T> = { readonly value: T } | {
  readonly error: { readonly code: number; readonly message: string; readonly data: unknown };
};

export function createAnswerer(answers: McpAnswers, close: () => void): Answerer {
  const ask = (name: string, given: unknown, call: Call): Promise<unknown> => {
    switch (name as keyof McpAnswers) {
      case "callTool":
        return answers.callTool(...(given as McpCalls["callTool"]), call);
      case "listResources":
        return answers.listResources(...(given as McpCalls["listResources"]), call);
      case "readResource":
        return answers.readResource(...(given as McpCalls["readResource"]), call);
      case "getPrompt":
        return answers.getPrompt(...(given as McpCalls["getPrompt"]), call);
      case "complete":
        return answers.complete(...(given as McpCalls["complete"]), call);
    }
  };
  const answer = async (name: string, given: unknown, call: Call): Promise<CallReply<unknown>> => {
    try {
      return { value: await ask(name, given, call) };
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      const { code, message, data } = error;
      return { error: { code, message, data } };
    }
  };
  return { answer, close };
}

export function createCalledAnswers(caller: Caller): McpAnswers<AskedCall> {
  const ask = <T>(name: keyof McpCalls, given: McpCalls[typeof name], call: AskedCall): Promise<T> =>
    answering(async () => {
      const reply = (await caller.ask(name, given, call)) as CallReply<T>;
      if ("value" in reply) return reply.value;
      const { code, message, data } = reply.error;
      throw new ProtocolError(code, message, data);
    });
  return {
    callTool: (name, given, call) => ask<CallToolResult>("callTool", [name, given], call),
    listResources: (cursor, call) => ask<ListResourcesResult>("listResources", [cursor], call),
    readResource: (uri, call) => ask<ReadResourceResult>("readResource", [uri], call),
    getPrompt: (name, given, call) => ask<GetPromptResult>("getPrompt", [name, given], call),
    complete: (params, call) => ask<CompleteResult>("complete", [params], call),
  };
}
