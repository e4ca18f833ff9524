/** What answers the requests of `ra serve`, in this thread or in another one. */
import { createDiskFileSystem } from "../../host/disk_file_system.ts";
import { workingDirectory } from "../../host/process.ts";
import type { Prepare } from "../../serve/threads/answer_in_thread.ts";
import { MAX_ANSWER_MS } from "../../serve/threads/limit_calls.ts";
import { createPageAnswerer } from "../../serve/web/page_routes.ts";
import { pageSearchParameters, readPageState } from "../../serve/web/page_state.ts";
import { searchDocuments } from "../../serve/web/api/search_documents.ts";
import { createWebRoutes } from "../../serve/web/web_routes.ts";
import { open, type Workspace } from "../../workspace.ts";
import { shownPath } from "../shown_path.ts";

export interface ServeSetup {
  readonly directory: string;
  readonly home: string | undefined;
  /** Whether the configuration may do what needs `ra trust`. */
  readonly trust: boolean;
  readonly editor: string | undefined;
  /** In seconds. */
  readonly lockTimeout: number | undefined;
}

export const prepareServe: Prepare = async (setup, warn) => {
  const { directory, home, trust, editor, lockTimeout } = setup as ServeSetup;
  const workspace = await open(directory, {
    home: home ?? null,
    reload: true,
    trust,
    timeLimit: MAX_ANSWER_MS,
    onWarning: warn,
    lockTimeout: lockTimeout === undefined ? undefined : lockTimeout * 1000,
  });
  const start = workingDirectory();
  const routes = createWebRoutes({
    workspace,
    fs: createDiskFileSystem(),
    links: {
      show: (path) => shownPath(start, path),
      editor: editor === undefined ? undefined : (path, line) => editorAddress(editor, path, line),
    },
    onFailure: (error) => warn({ code: "serve", message: error instanceof Error ? error.message : String(error) }),
  });
  void warm(workspace);
  return createPageAnswerer(routes, () => workspace.close());
};

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
