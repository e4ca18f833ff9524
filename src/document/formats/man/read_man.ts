/** Reads pages of manuals. The name of a file tells the title of a page that only leads to another one. */
import { fileName } from "../../../text/paths.ts";
import type { Reading } from "../format.ts";
import { type MarkupReader, markupReader } from "../markup_reading.ts";
import { reader as text } from "../text/read_text.ts";
import { beginsPage } from "./begins_page.ts";
import { findMarkup } from "./find_markup.ts";

const markup = markupReader(findMarkup);

export const reader: MarkupReader = {
  ...markup,
  read(bytes, path, ocr) {
    if (!beginsPage(bytes)) return text.read(bytes, path, ocr);
    const reading = markup.read(bytes, path, ocr) as Reading;
    if (reading.properties.title !== null) return reading;
    const [, name, section] = /^(.*)\.([^.]*)$/.exec(fileName(path)) ?? [];
    return name === undefined
      ? reading
      : { ...reading, properties: { ...reading.properties, title: `${name}(${section})` } };
  },
};
