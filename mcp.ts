#!/usr/bin/env node
import { keepCompiled } from "./src/host/keep_compiled.ts";

keepCompiled();
const { main } = await import("./src/cli/main.ts");
await main("mcp");
