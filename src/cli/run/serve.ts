/** `ra serve` */
import { openBrowser } from "../../host/open_browser.ts";
import { onExit } from "../../host/process.ts";
import { createRest } from "../../host/release_memory.ts";
import { standardError, standardOutput } from "../../host/standard_streams.ts";
import { serve as listen } from "../../serve/http/serve.ts";
import { startCaller } from "../../serve/threads/callers.ts";
import { createPageRoutes } from "../../serve/web/page_routes.ts";
import type { ServeFlags } from "../commands/serve.ts";
import type { Invocation } from "../invocation.ts";
import { prepareServe, type ServeSetup } from "./serve_answers.ts";
import { readToken } from "./token.ts";

/** Runs until the process ends. Ctrl-C gives exit code 130. */
export async function serve(invocation: Invocation, _: [], flags: ServeFlags): Promise<never> {
  const { home, directory, warn } = invocation;
  const { port, host, editor, lockTimeout } = flags;
  const token = readToken(invocation, flags.token);
  const caller = await startCaller({
    module: new URL("./serve_worker.ts", import.meta.url),
    setup: { directory, home, trust: invocation.trust, editor, lockTimeout } satisfies ServeSetup,
    prepare: prepareServe,
    warn,
  });
  onExit(caller.close);
  const routes = createPageRoutes(
    caller,
    (error) => warn({ code: "serve", message: error instanceof Error ? error.message : String(error) }),
  );
  try {
    const { url } = await listen({ host, port, token, routes, onAnswer: createRest() });
    invocation.print(`${url}\n`);
    standardError.write(`ra: ${token === undefined ? "" : "add /?token=TOKEN at the first visit; "}Ctrl-C ends it\n`);
    if (flags.open === "yes" || (flags.open === "auto" && standardOutput.isTerminal)) openBrowser(url);
  } catch (error) {
    caller.close();
    throw error;
  }
  return await new Promise<never>(() => {});
}
