/** Makes the page's routes over a small project in a temporary folder. */
import { join } from "node:path";
import { createDiskFileSystem } from "../../../src/host/disk_file_system.ts";
import { callHere } from "../../../src/serve/threads/callers.ts";
import { createPageAnswerer, createPageRoutes } from "../../../src/serve/web/page_routes.ts";
import { createWebRoutes } from "../../../src/serve/web/web_routes.ts";
import { open, type Workspace } from "../../../src/workspace.ts";
import { type Files, PROJECT, withProject } from "../../cli/project.ts";

export interface Site {
  readonly workspace: Workspace;
  readonly directory: string;
  ask(request: Request): Promise<Response>;
  get(path: string): Promise<Response>;
  html(path: string): Promise<string>;
}

export const withSite = (
  files: Files,
  work: (site: Site) => Promise<void>,
  editor?: (path: string, line: number) => string,
): Promise<void> =>
  withProject({ ...PROJECT, ...files }, async (directory) => {
    const workspace = await open(directory, { home: `${directory}/no-home`, reload: true });
    const failures: unknown[] = [];
    const answers = createWebRoutes({
      workspace,
      fs: createDiskFileSystem(),
      links: { show: (path) => path.slice(directory.length + 1), editor },
      onFailure: (error) => failures.push(error),
    });
    const routes = createPageRoutes(callHere(createPageAnswerer(answers, () => {})), (error) => failures.push(error));
    const ask = async (request: Request): Promise<Response> => await routes.fetch(request);
    const get = (path: string): Promise<Response> => ask(new Request(`http://127.0.0.1${path}`));
    try {
      await work({ ask, workspace, directory, get, html: async (path) => await (await get(path)).text() });
      if (failures.length > 0) throw failures[0];
    } finally {
      workspace.close();
    }
  });

/** Returns a path inside the project. */
export const inside = (site: Site, path: string): string => join(site.directory, path);
