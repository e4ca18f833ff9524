/** A tool: its description for clients, and its work. */
import type { CallToolResult, Tool as Definition } from "@modelcontextprotocol/server";
import type { z } from "zod";
import { jsonSchemaOf } from "../../../shapes/schemas/json_schema.ts";
import { readArguments } from "../arguments.ts";
import type { Project, ProjectCall } from "../project.ts";

export interface Tool {
  readonly name: string;
  /** With `structured`, includes the schema of the structured content. */
  definition(structured: boolean): Definition;
  /** Returns the answer with its structured content. Throws `RaError`, which {@link toolError} turns into an answer. */
  run(given: Readonly<Record<string, unknown>>, project: Project, call: ProjectCall): Promise<CallToolResult>;
}

interface ToolParts<S extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly takes: S;
  /** The schema of the structured content. */
  readonly gives: z.ZodObject;
  run(values: z.output<S>, project: Project, call: ProjectCall): Promise<CallToolResult>;
}

export function defineTool<S extends z.ZodObject>(
  { name, title, description, takes, gives, run }: ToolParts<S>,
): Tool {
  return {
    name,
    definition: (structured) => ({
      name,
      title,
      description,
      inputSchema: objectSchema(takes),
      outputSchema: structured ? objectSchema(gives) : undefined,
      annotations: { title, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    }),
    run: (given, project, call) => run(readArguments(takes, given), project, call),
  };
}

function objectSchema(shape: z.ZodObject): Definition["inputSchema"] {
  return { ...jsonSchemaOf(shape, "json"), type: "object" } as Definition["inputSchema"];
}
