/** Passages as a reader sees them: the files give the texts, and the index their markup. */
import type { PassageSource, WrittenPassages } from "../../search/ports/passage_source.ts";
import type { SegmentReader } from "../engine/engine.ts";

/** The references of the chunks that are read belong to `reader`. */
export function shownPassages(written: WrittenPassages, reader: Pick<SegmentReader, "visible">): PassageSource {
  return {
    async read(chunk, span) {
      const found = await written.read(chunk, span);
      return typeof found === "string"
        ? found
        : { ...found, visible: reader.visible(chunk.ref, found.bytes, span.start) };
    },
  };
}
