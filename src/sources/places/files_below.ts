import type { FileSystem } from "../../host/file_system.ts";

/** The files below a folder, and links and pipes, which are not folders either. Relative to it, sorted. */
export function filesBelow(
  fs: FileSystem,
  folder: string,
  enters: (entry: { readonly name: string; readonly path: string }) => boolean = () => true,
): readonly string[] {
  const found: string[] = [];
  const visit = (below: string): void => {
    for (const { name, kind } of fs.readDirectory(below === "" ? folder : `${folder}/${below}`)) {
      const path = below === "" ? name : `${below}/${name}`;
      if (kind !== "directory") found.push(path);
      else if (enters({ name, path })) visit(path);
    }
  };
  if (fs.kindOf(folder) !== undefined) visit("");
  return found;
}
