import type { Prepare } from "../threads/answer_in_thread.ts";
import { createDiskFileSystem } from "../../host/disk_file_system.ts";
import { createAnswers } from "./answers.ts";
import { createAnswerer } from "./called_answers.ts";
import { createProject, type ProjectOptions } from "./project.ts";

export type ProjectSetup = Omit<ProjectOptions, "fs" | "warn">;

/** Makes what answers the calls of MCP clients, in this thread or in another one. */
export const prepareAnswers: Prepare = (setup, warn) => {
  const project = createProject({ ...(setup as ProjectSetup), fs: createDiskFileSystem(), warn });
  return Promise.resolve(createAnswerer(createAnswers(project), project.close));
};
