/** All commands, each with the module that does its work, in the order in which help and man page list them. */
import { agents } from "./commands/agents.ts";
import { ask } from "./commands/ask.ts";
import { check } from "./commands/check.ts";
import { completions } from "./commands/completions.ts";
import { config } from "./commands/config.ts";
import { context } from "./commands/context.ts";
import { get } from "./commands/get.ts";
import { init } from "./commands/init.ts";
import { inspect, inspectCtx, inspectDoc } from "./commands/inspect.ts";
import { likethis } from "./commands/likethis.ts";
import { links } from "./commands/links.ts";
import { ls } from "./commands/ls.ts";
import { mcp } from "./commands/mcp.ts";
import { model, modelAdd, modelList, modelRemove, modelTest } from "./commands/model.ts";
import {
  rag,
  ragConvert,
  ragCrawl,
  ragDoctor,
  ragFetch,
  ragIndex,
  ragIngest,
  ragInit,
  ragNormalize,
  ragRetrieve,
  ragSchema,
  ragStatus,
} from "./commands/rag.ts";
import { ragChat, ragCompare, ragEval, ragServe, ragSessions } from "./commands/rag_answer.ts";
import { search } from "./commands/search.ts";
import { serve } from "./commands/serve.ts";
import { status } from "./commands/status.ts";
import { test } from "./commands/test.ts";
import { trust } from "./commands/trust.ts";
import { update } from "./commands/update.ts";
import { watch } from "./commands/watch.ts";
import { command, type ListedCommand } from "./declaration.ts";

export const COMMANDS: readonly { readonly title: string; readonly commands: readonly ListedCommand[] }[] = [
  {
    title: "Find:",
    commands: [
      command(search, async () => (await import("./run/search.ts")).search),
      command(ask, async () => (await import("./run/ask.ts")).ask),
      command(context, async () => (await import("./run/context.ts")).context),
      command(get, async () => (await import("./run/get.ts")).get),
      command(links, async () => (await import("./run/links.ts")).links),
      command(likethis, async () => (await import("./run/likethis.ts")).likethis),
      command(ls, async () => (await import("./run/ls.ts")).ls),
    ],
  },
  {
    title: "Serve:",
    commands: [
      command(mcp, async () => (await import("./run/mcp.ts")).mcp),
      command(serve, async () => (await import("./run/serve.ts")).serve),
    ],
  },
  {
    title: "Set up:",
    commands: [
      command(init, async () => (await import("./run/init.ts")).init),
      command(trust, async () => (await import("./run/trust.ts")).trust),
      command(update, async () => (await import("./run/update.ts")).update),
      command(watch, async () => (await import("./run/watch.ts")).watch),
      model(
        command(modelAdd, async () => (await import("./run/model.ts")).addNamedModel),
        command(modelList, async () => (await import("./run/model.ts")).printModels),
        command(modelTest, async () => (await import("./run/model.ts")).tryModel),
        command(modelRemove, async () => (await import("./run/model.ts")).removeNamedModel),
      ),
      command(agents, async () => (await import("./run/agents.ts")).agents),
      command(completions, async () => (await import("./run/completions.ts")).completions),
    ],
  },
  {
    title: "Bring in:",
    commands: [
      rag(
        command(ragInit, async () => (await import("./run/rag.ts")).initRagProject),
        command(ragDoctor, async () => (await import("./run/rag.ts")).examineRag),
        command(ragFetch, async () => (await import("./run/rag.ts")).fetchRag),
        command(ragCrawl, async () => (await import("./run/rag.ts")).crawlRag),
        command(ragConvert, async () => (await import("./run/rag.ts")).convertRag),
        command(ragNormalize, async () => (await import("./run/rag.ts")).normalizeRag),
        command(ragIngest, async () => (await import("./run/rag.ts")).ingestRag),
        command(ragIndex, async () => (await import("./run/rag_index.ts")).indexRag),
        command(ragRetrieve, async () => (await import("./run/rag_retrieve.ts")).retrieveRag),
        command(ragChat, async () => (await import("./run/rag_chat.ts")).chatRag),
        command(ragSessions, async () => (await import("./run/rag_sessions.ts")).sessionsRag),
        command(ragServe, async () => (await import("./run/rag_serve.ts")).serveRag),
        command(ragEval, async () => (await import("./run/rag_evaluate.ts")).evaluateRag),
        command(ragCompare, async () => (await import("./run/rag_evaluate.ts")).compareRag),
        command(ragStatus, async () => (await import("./run/rag.ts")).printRagStatus),
        command(ragSchema, async () => (await import("./run/rag.ts")).printRagSchema),
      ),
    ],
  },
  {
    title: "Look inside:",
    commands: [
      command(status, async () => (await import("./run/status.ts")).status),
      command(check, async () => (await import("./run/check.ts")).check),
      command(test, async () => (await import("./run/test.ts")).test),
      command(config, async () => (await import("./run/config.ts")).config),
      inspect(
        command(inspectDoc, async () => (await import("./run/inspect.ts")).inspectDocument),
        command(inspectCtx, async () => (await import("./run/inspect.ts")).inspectContext),
      ),
    ],
  },
];
