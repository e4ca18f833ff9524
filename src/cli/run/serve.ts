/** `ra serve` */
import { openBrowser } from "../../host/open_browser.ts";
import { onExit } from "../../host/process.ts";
import { createRest } from "../../host/release_memory.ts";
import { standardError, standardOutput } from "../../host/standard_streams.ts";
import { serve as listen } from "../../http/serve.ts";
import { pageSearchParameters, readPageState } from "../../web/page_state.ts";
import { searchDocuments } from "../../web/api/search_documents.ts";
import { createWebRoutes } from "../../web/web_routes.ts";
import { open as openWorkspace, type Workspace } from "../../workspace.ts";
import type { ServeFlags } from "../commands/serve.ts";
import type { Invocation } from "../invocation.ts";
import { readToken } from "./token.ts";

/** Runs until the process ends. Ctrl-C gives exit code 130. */
export async function serve(invocation: Invocation, _: [], flags: ServeFlags): Promise<never> {
  const { fs, home, directory } = invocation;
  const { port, host, editor, lockTimeout } = flags;
  const token = readToken(invocation, flags.token);
  const workspace = await openWorkspace(directory, {
    fs,
    home: home ?? null,
    reload: true,
    trust: invocation.trust,
    onWarning: invocation.warn,
    ...(lockTimeout === undefined ? {} : { lockTimeout: lockTimeout * 1000 }),
  });
  onExit(() => workspace.close());
  const routes = createWebRoutes({
    workspace,
    fs,
    links: {
      show: invocation.showPath,
      editor: editor === undefined ? undefined : (path, line) => editorAddress(editor, path, line),
    },
    onFailure: (error) =>
      invocation.warn({ code: "serve", message: error instanceof Error ? error.message : String(error) }),
  });
  try {
    const { url } = await listen({ host, port, token, routes, onAnswer: createRest() });
    invocation.print(`${url}\n`);
    standardError.write(`ra: ${token === undefined ? "" : "add /?token=TOKEN at the first visit; "}Ctrl-C ends it\n`);
    if (flags.open === "yes" || (flags.open === "auto" && standardOutput.isTerminal)) openBrowser(url);
  } catch (error) {
    workspace.close();
    throw error;
  }
  void warm(workspace);
  return await new Promise<never>(() => {});
}

/** The address that opens a file in the editor. */
function editorAddress(editor: string, path: string, line: number): string {
  return `${editor}://file/${path.replace(/^\//, "").split("/").map(encodeURIComponent).join("/")}:${line}`;
}

/** Opens the index before the first visitor asks. Problems with it appear in the answer to a search. */
async function warm(workspace: Workspace): Promise<void> {
  await searchDocuments(workspace, pageSearchParameters(readPageState(new URLSearchParams({ q: "ra" })))).catch(
    () => {},
  );
}
