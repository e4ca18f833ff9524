/** `ra agents` */
import { outdatedFiles, planAgentFiles, writeAgentFiles } from "../../agents/agent_files.ts";
import { type InstructedTree, writeInstructions } from "../../agents/instructions.ts";
import { markPart } from "../../agents/marked_part.ts";
import { readTemplates } from "../../agents/templates.ts";
import type { Config } from "../../config/config.ts";
import { formatJson } from "../../output/json.ts";
import { colorDiff, unifiedDiff } from "../../output/unified_diff.ts";
import type { AgentsReport } from "../../shapes/reports.ts";
import { sanitize, sanitizeLine } from "../../text/sanitize.ts";
import { isAbsolutePath, isInside, joinPath, parentPath, relativePath, withAncestors } from "../../text/paths.ts";
import type { AgentsFlags } from "../commands/agents.ts";
import { type Invocation, withWorkspace } from "../invocation.ts";
import { inFormat } from "./in_format.ts";

const ALWAYS = "AGENTS.md";
const VARIANTS = { claude: "CLAUDE.md", gemini: "GEMINI.md" } as const;

/**
 * Returns exit code 1 if `--diff` finds that files would change. Throws `agents-edited`, `agents-markers`, `not-text`,
 * `io`.
 */
export async function agents(invocation: Invocation, _: [], flags: AgentsFlags): Promise<number> {
  const config = await withWorkspace(invocation, { update: false }, (workspace) => Promise.resolve(workspace.config));
  const { fs } = invocation;
  const root = projectRoot(invocation, config);
  // A template must not hide characters from the people who read the file.
  const content = `${
    [
      ...readTemplates(fs, root, invocation.home).map(sanitize),
      writeInstructions(treesOf(config, root)).trimEnd(),
    ].join("\n\n")
  }\n`;
  if (flags.stdout) {
    invocation.print(`${markPart(content)}\n`);
    return 0;
  }
  const variants = Object.entries(VARIANTS) as [keyof typeof VARIANTS, string][];
  const isAsked = ([flag]: (typeof variants)[number]): boolean => flags.all === true || flags[flag] === true;
  const files = planAgentFiles(
    fs,
    root,
    [ALWAYS, ...variants.filter(isAsked).map(([, name]) => name)],
    content,
    flags.force === true,
  );
  const others = variants.filter((variant) => !isAsked(variant));
  for (const name of outdatedFiles(fs, root, others.map(([, name]) => name), content)) {
    const flag = others.find((variant) => variant[1] === name)?.[0];
    invocation.warn({
      code: "agents-outdated",
      message: `its generated part is out of date; run ra agents --${flag} to write it again`,
      path: joinPath(root, name),
    });
  }
  const isChanged = files.some(({ state }) => state !== "unchanged");
  const report: AgentsReport = {
    files: files.map(({ path, state, links, before, after }) => ({
      path,
      state,
      links,
      diff: unifiedDiff({ path: relativePath(root, path), isNew: state === "new", before, after }),
    })),
    written: flags.diff !== true,
    content,
  };
  if (report.written) writeAgentFiles(fs, files);
  invocation.print(inFormat(flags.format, { json: () => formatJson(report), text: () => textOf(invocation, report) }));
  return !report.written && isChanged ? 1 : 0;
}

function textOf(invocation: Invocation, { files, written }: AgentsReport): string {
  const showsDiff = !written || !invocation.quiet;
  const diffs = showsDiff ? files.map(({ diff }) => colorDiff(diff, invocation.palette)).join("") : "";
  if (!written) return diffs;
  const done = { new: "created", changed: "updated", unchanged: "unchanged:" } as const;
  return diffs + files.map(({ path, state, links }) => {
    const show = (file: string): string => sanitizeLine(invocation.showPath(file));
    const same = links.length === 0 ? "" : ` (and ${links.map(show).join(", ")}, the same file)`;
    return `${done[state]} ${show(path)}${same}\n`;
  }).join("");
}

/**
 * The folder of the nearest `.ra.toml` outside the home folder. Without one: the repository's folder, or else the
 * working directory.
 */
function projectRoot(invocation: Invocation, config: Config): string {
  const nearest = config.files.find(({ global }) => !global);
  if (nearest !== undefined) return parentPath(nearest.path);
  const directory = invocation.fs.realPath(invocation.directory) ?? invocation.directory;
  return withAncestors(directory).find((folder) => invocation.fs.stat(joinPath(folder, ".git")) !== undefined) ??
    directory;
}

/**
 * The trees of the project. Global trees count only if there are no others, because other readers of the file do not
 * have them.
 */
function treesOf(config: Config, root: string): readonly InstructedTree[] {
  const own = config.trees.filter(({ global }) => !global);
  return (own.length > 0 ? own : config.trees).map(({ name, path, writtenPath, global }) => {
    const isFixed = isAbsolutePath(writtenPath) || writtenPath.startsWith("~");
    if (global) return { name, path: isFixed ? writtenPath : `~/${writtenPath}` };
    return { name, path: isInside(path, root) || !isFixed ? relativePath(root, path) : writtenPath };
  });
}
