#!/usr/bin/env node
import { keepCompiled } from "./src/host/keep_compiled.ts";
import { refuseOldNode } from "./src/host/refuse_old_node.ts";

refuseOldNode();
keepCompiled();
const { main } = await import("./src/cli/main.ts");
await main("mcp");
