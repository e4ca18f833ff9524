/** All commands, in the groups and the order in which help and man page list them. */
import { agents } from "./commands/agents.ts";
import { check } from "./commands/check.ts";
import { completions } from "./commands/completions.ts";
import { config } from "./commands/config.ts";
import { context } from "./commands/context.ts";
import { get } from "./commands/get.ts";
import { init } from "./commands/init.ts";
import { inspect } from "./commands/inspect.ts";
import { likethis } from "./commands/likethis.ts";
import { ls } from "./commands/ls.ts";
import { mcp } from "./commands/mcp.ts";
import { search } from "./commands/search.ts";
import { serve } from "./commands/serve.ts";
import { status } from "./commands/status.ts";
import { test } from "./commands/test.ts";
import { update } from "./commands/update.ts";
import { watch } from "./commands/watch.ts";
import type { Declaration } from "./declaration.ts";

export const COMMANDS: readonly { readonly title: string; readonly commands: readonly Declaration[] }[] = [
  { title: "Find:", commands: [search, context, get, likethis, ls] },
  { title: "Serve:", commands: [mcp, serve] },
  { title: "Set up:", commands: [init, update, watch, agents, completions] },
  { title: "Look inside:", commands: [status, check, test, config, inspect] },
];
