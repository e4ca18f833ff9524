/** Reads what people want in the agents' files beside the generated instructions. */
import { RaError } from "../errors.ts";
import type { FileSystem } from "../host/file_system.ts";
import { MAX_BYTES } from "../host/read_limits.ts";
import { joinPath } from "../text/paths.ts";
import { hasMarker } from "./marked_part.ts";
import { decodeText } from "./decode_text.ts";

const TEMPLATE_NAME = ".agents.md";

/**
 * Reads the template of the project, then the one in the home folder. Only the latter may be a link. Trims
 * blank ends, makes `\n` the line end, and leaves out blank and missing templates. Throws `not-text`, `io`, and
 * `agents-markers` for a template that holds a marker.
 */
export function readTemplates(fs: FileSystem, root: string, home: string | undefined): readonly string[] {
  const own = joinPath(root, TEMPLATE_NAME);
  const users = home === undefined ? undefined : joinPath(home, TEMPLATE_NAME);
  const isOne = users !== undefined && fs.realPath(own) === fs.realPath(users);
  return [...(isOne ? [] : [own]), ...(users === undefined ? [] : [users])].flatMap((path) => {
    const bytes = fs.readFile(path, { most: MAX_BYTES.instructions, noLink: path !== users });
    if (bytes === undefined) return [];
    const text = decodeText(bytes, path).replace(/^\uFEFF/, "").replaceAll(
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
