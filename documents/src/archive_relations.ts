/** The relations between the parts of an Open XML document (ECMA-376, part 2). */
import type { Archive } from "./archive.ts";
import { named } from "./xml_tree.ts";

export interface Relation {
  readonly type: string;
  /** The path in the archive. */
  readonly target: string;
  /** As the file states it, which is what an address outside needs. */
  readonly address: string;
}

/** What the ids in a part of the package lead to. The empty path is the package itself. */
export function relations(archive: Archive, path: string): ReadonlyMap<string, Relation> {
  const slash = path.lastIndexOf("/");
  const folder = path.slice(0, Math.max(0, slash));
  const root = archive.xml(`${folder === "" ? "" : `${folder}/`}_rels/${path.slice(slash + 1)}.rels`);
  return new Map(
    named(root, "Relationship").map(({ attributes }) => {
      const target = attributes["Target"] ?? "";
      const resolved = target.startsWith("/") ? target.slice(1) : joined(folder, target);
      return [attributes["Id"] ?? "", {
        type: attributes["Type"] ?? "",
        target: resolved,
        address: target,
      }];
    }),
  );
}

/** The first relation of a type. Strict files have other addresses before its name. */
export function relationOf(links: ReadonlyMap<string, Relation>, type: string): Relation | undefined {
  for (const link of links.values()) if (link.type.endsWith(`/${type}`)) return link;
  return undefined;
}

function joined(folder: string, target: string): string {
  const parts = folder === "" ? [] : folder.split("/");
  for (const part of target.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}
