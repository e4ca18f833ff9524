/** Connects the SDK's own client to `ra mcp` as a child process. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { type Files, withProject } from "../../cli/project.ts";
import { childEnvironment, commandLine } from "../../cli/run_ra.ts";

export interface Connected {
  readonly client: Client;
  readonly directory: string;
  /** The server's output on stderr so far. */
  stderr(): string;
}

export interface ConnectOptions {
  /** Arguments after `ra mcp`. */
  readonly args?: readonly string[];
  /** The folder within the project in which the server starts. */
  readonly from?: string;
  /** Asks for structured content (default true). */
  readonly structured?: boolean;
  /** Speaks the protocol of 2026 instead of that of 2025. */
  readonly modern?: boolean;
}

/** Writes a project, starts a server in it, and ends both. */
export async function withServer(
  files: Files,
  work: (connected: Connected) => Promise<void>,
  options: ConnectOptions = {},
): Promise<void> {
  await withProject(files, async (directory) => {
    const { command, args } = commandLine([directory]);
    const transport = new StdioClientTransport({
      command,
      args: [...args, "mcp", ...(options.structured === false ? [] : ["--structured"]), ...(options.args ?? [])],
      cwd: join(directory, options.from ?? ""),
      env: childEnvironment(join(directory, "no-home")),
      stderr: "pipe",
    });
    let said = "";
    transport.stderr?.on("data", (piece) => (said += String(piece)));
    const client = createClient(options.modern === true);
    try {
      await client.connect(transport);
      await work({ client, directory, stderr: () => said });
    } finally {
      await client.close();
    }
  });
}

export function createClient(modern: boolean): Client {
  return new Client({ name: "test", version: "1.0.0" }, {
    versionNegotiation: { mode: modern ? { pin: "2026-07-28" } : "legacy" },
  });
}

export interface Told {
  readonly isError: boolean;
  /** Returns the text blocks of an answer. */
  readonly texts: readonly string[];
  readonly structured: Record<string, unknown>;
}

export async function callTool(client: Client, name: string, given: Record<string, unknown> = {}): Promise<Told> {
  const result = await client.callTool({ name, arguments: given });
  const texts = result.content.map((block) => {
    assert.equal(block.type, "text");
    return (block as { readonly text: string }).text;
  });
  return {
    isError: result.isError === true,
    texts,
    structured: (result.structuredContent ?? {}) as Record<string, unknown>,
  };
}

interface Query {
  readonly query: string;
  readonly total_matches: number;
  readonly results: readonly {
    readonly id: string;
    readonly content?: string;
    readonly snippet?: string;
    readonly file: string;
    readonly start_line: number;
  }[];
  readonly left_out?: readonly { readonly id: string; readonly tokens: number }[];
}

/** Returns the entries of an answer of `search` or `context`. */
export function queriesOf({ structured, texts, isError }: Told): readonly Query[] {
  assert.equal(isError, false, texts.join("\n"));
  return structured["queries"] as readonly Query[];
}

export function idsOf(told: Told): readonly string[] {
  return queriesOf(told).flatMap(({ results }) => results.map(({ id }) => id));
}
