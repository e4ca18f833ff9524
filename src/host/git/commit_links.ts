/** The links of a commit count as the files that they lead to. */
import { type CommitFile, type CommitLimits, type CommitObjects, contentsOf } from "./commit_objects.ts";

const MAX_TARGET_LENGTH = 4096;
const MAX_HOPS = 40;

type LeftOutPath = { readonly path: string; readonly reason: string };

/** Adds the files that links lead to, and gives the links that lead to none. Throws `io`. */
export async function followLinks(
  commit: CommitObjects,
  links: readonly CommitFile[],
  files: Map<string, CommitFile>,
  limits: CommitLimits,
): Promise<readonly LeftOutPath[]> {
  const leftOut: LeftOutPath[] = [];
  const targets = await linkTargets(commit, links.slice(0, limits.links), limits);
  for (const [at, link] of links.entries()) {
    if (limits.links-- <= 0 || limits.linkBytes <= 0) {
      const others = links.length - at - 1;
      const reason = "the links are too many or too long, so it is left out" +
        (others === 0 ? "" : `, and so are ${others} more`);
      return [...leftOut, { path: link.path, reason }];
    }
    const target = targetOf(link.path, files, targets, limits);
    if (target === undefined) leftOut.push({ path: link.path, reason: "it is a link to no file of the repository" });
    else files.set(link.path, { ...target, path: link.path });
  }
  return leftOut;
}

/** What each link says, by its path. Many may share one object. */
async function linkTargets(
  commit: CommitObjects,
  links: readonly CommitFile[],
  limits: CommitLimits,
): Promise<ReadonlyMap<string, string>> {
  const said = new Map<string, string>();
  const decoder = new TextDecoder();
  const objects = new Map(links.filter(({ size }) => size <= MAX_TARGET_LENGTH).map((link) => [link.object, link]));
  for await (const batch of contentsOf(commit, [...objects.values()])) {
    for (const [{ object, size }, content] of batch) {
      said.set(object, decoder.decode(content));
      limits.linkBytes -= size;
    }
    if (limits.linkBytes <= 0) break;
  }
  return new Map(links.flatMap(({ path, object }) => (said.has(object) ? [[path, said.get(object)!]] : [])));
}

/** The file that a link leads to, over other links. Undefined where it leads to none of the repository. */
function targetOf(
  link: string,
  files: ReadonlyMap<string, CommitFile>,
  targets: ReadonlyMap<string, string>,
  limits: CommitLimits,
): CommitFile | undefined {
  let at: string | undefined = link;
  for (let hop = 0; hop < MAX_HOPS; hop++) {
    const target: string | undefined = at === undefined ? undefined : targets.get(at);
    if (target === undefined) return undefined;
    limits.linkBytes -= at!.length + target.length;
    at = resolved(at!, target);
    const file = at === undefined ? undefined : files.get(at);
    if (file !== undefined) return file;
  }
  return undefined;
}

/** Undefined for a target outside the repository. */
function resolved(link: string, target: string): string | undefined {
  if (target.startsWith("/")) return undefined;
  const parts = link.split("/").slice(0, -1);
  for (const part of target.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join("/");
}
