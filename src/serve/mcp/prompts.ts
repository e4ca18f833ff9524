/** The prompt that looks things up before a task. */
import { type GetPromptResult, type Prompt, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { z } from "zod";
import { readArguments, string } from "./arguments.ts";
import type { Project, ProjectCall } from "./project.ts";
import { contextTool } from "./tools/context.ts";
import { searchTool } from "./tools/search.ts";

const TAKES = z.strictObject({
  task: string.describe("What you want to do, in a sentence or two"),
  files: string.optional().describe("Paths of the files that the task is about, separated by commas"),
});

export const PROMPTS: readonly Prompt[] = [{
  name: "research",
  title: "Research a task",
  description: "Look up what this project's documentation says about a task, and plan accordingly",
  arguments: Object.entries(TAKES.shape).map(([name, argument]) => ({
    name,
    description: argument.description ?? "",
    required: !argument.isOptional(),
  })),
}];

/** Searches for the task and its files, and asks the agent to continue from there. */
export async function getPrompt(
  project: Project,
  call: ProjectCall,
  name: string,
  given: Readonly<Record<string, string>>,
): Promise<GetPromptResult> {
  if (name !== "research") {
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `there is no prompt ${JSON.stringify(name.slice(0, 100))}; there is: research`,
    );
  }
  const { task, files = "" } = readArguments(TAKES, given);
  const named = files.split(",").map((file) => file.trim()).filter((file) => file !== "");
  const results = [
    await searchTool.run({ queries: plainQuery(task) }, project, call),
    ...(named.length === 0 ? [] : [await contextTool.run({ files: named }, project, call)]),
  ];
  const found = results.flatMap(({ content }) => content);
  return {
    description: "What the documentation says about the task",
    messages: [
      { role: "user", content: { type: "text", text: `Task: ${task}\n${HOW_TO_GO_ON}` } },
      ...found.map((content) => ({ role: "user" as const, content })),
    ],
  };
}

const HOW_TO_GO_ON = `
Before you change anything, find out what this project's documentation says about it. A first look-up is below. Then:
1. Call the tool \`search\` with an array of the two to five topics that the task touches and that the passages below do not answer.
2. Call \`context\` with the files that you are going to change, once you know them.
3. Read on with \`get\` where a passage is cut or names another one.
4. Say in a few lines which rules and decisions apply, each with its id, and where the documentation is silent. Then plan.`;

/** Turns the task into plain words, because signs in a sentence are not operators. */
function plainQuery(task: string): string {
  return task.replace(/["():^\\]|\bOR\b|(?<=^|\s)-+/g, " ").replace(/\s+/g, " ").trim() || task;
}
