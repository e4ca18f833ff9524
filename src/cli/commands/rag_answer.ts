/** `ra rag chat`, `sessions`, `serve`, `eval` and `compare` */
import { type BareCommand, declare, type FlagsOf } from "../declaration.ts";
import { unmark } from "../dashed_query.ts";
import { address, conversation, generation, port } from "../shared_options.ts";
import { asks, configured, reports } from "./rag.ts";

export type RagChatFlags = FlagsOf<typeof chatTakes>;

const chatTakes = (bare: BareCommand) => generation(conversation(asks(bare)));

export const ragChat = declare({
  name: "chat",
  summary: "answer a question from the index, with citations that were checked",
  examples: [
    ['ra rag chat "how do I disable BM25?"', "the answer, what it cites, and what is wrong with its citations"],
    ["ra rag chat --session work", "a conversation that goes on another day; Ctrl-D ends it"],
    ['ra rag chat --attach notes.pdf --attach-only "what was decided?"', "from these files alone"],
    ['ra rag chat --strict --json "how are vectors cached?"', "for programs; exit code 1 for a wrong citation"],
  ],
  takes: chatTakes,
});

export type RagServeFlags = FlagsOf<typeof serveTakes>;

const serveTakes = (bare: BareCommand) =>
  configured(bare)
    .addOption(port("--port <N>", "listen on this port", "--port"))
    .addOption(address())
    .option("--token <TOKEN>", "the token that clients must send as their key; @FILE reads it from a file", unmark);

export const ragServe = declare({
  name: "serve",
  summary: "answer clients of OpenAI's service from the index",
  examples: [
    ["ra rag serve", "at http://127.0.0.1:7272/v1, for this machine only"],
    ["ra rag serve --host 0.0.0.0 --token @token.txt", "for others, who need the token"],
  ],
  takes: serveTakes,
});

export type RagEvalFlags = FlagsOf<typeof evalTakes>;

const evalTakes = (bare: BareCommand) =>
  reports(bare)
    .argument("<file>", "the scenarios, as YAML")
    .option("--html <FILE>", "write a page for reviewers: answers, rows, and each citation beside its sentence", unmark)
    .option("--baseline <FILE>", "compare with an earlier run, which --json printed", unmark);

export const ragEval = declare({
  name: "eval",
  summary: "ask the questions of a file of scenarios, and judge rows and answers",
  examples: [
    ["ra rag eval scenarios.yaml", "passes, failures with their reasons, and measures; exit code 1 for a failure"],
    ["ra rag eval scenarios.yaml --html report.html", "also a page to read in a browser"],
    ["ra rag eval scenarios.yaml --json > before.json", "for a later --baseline before.json"],
  ],
  takes: evalTakes,
});

const compareTakes = (bare: BareCommand) =>
  reports(bare).argument("<file>", "a question on each line, or scenarios as YAML");

export const ragCompare = declare({
  name: "compare",
  summary: "answer questions by the model alone and with the documents, side by side",
  examples: [["ra rag compare questions.txt", "what the documents change in its answers"]],
  takes: compareTakes,
});

export type RagSessionsFlags = FlagsOf<typeof sessionsTakes>;

const sessionsTakes = (bare: BareCommand) =>
  reports(bare)
    .argument("<verb>", "list, show, export or delete")
    .argument("[name]", "of the session");

export const ragSessions = declare({
  name: "sessions",
  summary: "list, show, export or delete conversations",
  examples: [
    ["ra rag sessions list", "each with its turns, and when the last one was"],
    ["ra rag sessions show work", "questions, answers, and what they cite"],
    ["ra rag sessions export work > work.md", "as Markdown"],
    ["ra rag sessions delete work", "for good"],
  ],
  takes: sessionsTakes,
});
