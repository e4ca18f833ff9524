/** The commands that are run in the good project, and again with each plant. */
import type { Command } from "../hostile.ts";

export interface Verb extends Command {
  readonly name: string;
  /** Files of the user's that the command is there to write. */
  readonly writes?: readonly string[];
  /** A folder that the user names. Where it leads is the user's own choice. */
  readonly enters?: string;
}

const QUESTION = "what colour is the lever";
const plain = (name: string, ...args: readonly string[]): Verb => ({
  name,
  args: args.length > 0 ? args : words(name),
});
const words = (name: string): readonly string[] => name.split(" ");

export const VERBS: readonly Verb[] = [
  { name: "rag init", args: ["rag", "init", "--config", "made/rag.yaml"], enters: "made" },
  plain("rag doctor"),
  plain("rag fetch"),
  plain("rag crawl"),
  plain("rag convert"),
  plain("rag normalize"),
  plain("rag ingest"),
  plain("rag status"),
  plain("rag index"),
  plain("rag index --incremental"),
  plain("rag retrieve", "rag", "retrieve", "--attach", "attach", QUESTION),
  plain("rag chat", "rag", "chat", "--no-stream", "--session", "work", QUESTION),
  plain("rag sessions list"),
  plain("rag sessions show", "rag", "sessions", "show", "work"),
  plain("rag sessions export", "rag", "sessions", "export", "work"),
  plain("rag sessions delete", "rag", "sessions", "delete", "work"),
  { name: "rag serve", args: ["rag", "serve", "--port", "0"], asks: askBridge },
  plain("rag compare", "rag", "compare", "questions.txt"),
  plain("rag eval", "rag", "eval", "scenarios.yaml", "--html", "report.html"),
  plain("rag schema"),
  plain("update"),
  plain("search", "search", "lever"),
  plain("ask", "ask", "--no-stream", "--session", "work", QUESTION),
  plain("check --drift"),
  { name: "agents", args: ["agents", "--all"], writes: ["AGENTS.md", "CLAUDE.md", "GEMINI.md"] },
  { name: "init", args: ["-C", "made", "init"], writes: ["made/.gitignore", ".gitignore"], enters: "made" },
  { name: "index search", args: ["-C", "rag/index", "search", "lever"], enters: "rag/index" },
];

/** `address` is the first line that the bridge prints. */
async function askBridge(address: string): Promise<void> {
  const response = await fetch(`${address}/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ model: "ra", messages: [{ role: "user", content: QUESTION }] }),
  });
  await response.text();
}
