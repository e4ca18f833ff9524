/** A tool: what a client is told of it, and what it does. */
import type { CallToolResult, Tool as Definition } from "@modelcontextprotocol/server";
import { type ArgumentRules, type Arguments, inputSchema, readArguments } from "../arguments.ts";
import type { Call, Project } from "../project.ts";

export interface Tool {
  readonly definition: Definition;
  /** Throws `RaError`: {@link toolError} makes it an answer. */
  run(given: Readonly<Record<string, unknown>>, project: Project, call: Call): Promise<CallToolResult>;
}

interface ToolParts<R extends ArgumentRules> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly takes: R;
  /** JSON Schema of the structured content. */
  readonly gives: Definition["outputSchema"];
  run(values: Arguments<R>, project: Project, call: Call): Promise<CallToolResult>;
}

export function defineTool<const R extends ArgumentRules>(
  { name, title, description, takes, gives, run }: ToolParts<R>,
): Tool {
  return {
    definition: {
      name,
      title,
      description,
      inputSchema: inputSchema(takes),
      outputSchema: gives,
      annotations: { title, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
    run: (given, project, call) => run(readArguments(takes, given), project, call),
  };
}
