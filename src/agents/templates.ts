/** Reads what people want in the agents' files beside the generated instructions. */
import { RaError } from "../errors.ts";
import type { FileSystem } from "../host/file_system.ts";
import { joinPath } from "../text/paths.ts";
import { hasMarker } from "./marked_part.ts";
import { decodeText } from "./decode_text.ts";

const TEMPLATE_NAME = ".agents.md";

/**
 * Reads the template of the project, then the one in the home folder. Trims blank ends, makes `\n` the line end, and
 * leaves out blank and missing templates. Throws `not-text`, `io`, and `agents-markers` for a template that holds a
 * marker.
 */
export function readTemplates(fs: FileSystem, root: string, home: string | undefined): readonly string[] {
  const paths = [root, ...(home === undefined ? [] : [home])].map((folder) => joinPath(folder, TEMPLATE_NAME));
  const read = new Set<string>();
  return paths.flatMap((path) => {
    const real = fs.realPath(path);
    if (real === undefined || read.has(real)) return [];
    read.add(real);
    const text = decodeText(fs.readFile(real) ?? new Uint8Array(), path).replace(/^\uFEFF/, "").replaceAll(
      "\r\n",
      "\n",
    );
    if (hasMarker(text)) {
      throw new RaError("agents-markers", "this template holds a marker that only `ra agents` may write", {
        path,
        hint: "remove the lines `<!-- ra:begin … -->` and `<!-- ra:end -->` from it",
      });
    }
    const trimmed = text.replace(/^(?:[ \t]*\n)+/, "").trimEnd();
    return trimmed === "" ? [] : [trimmed];
  });
}
