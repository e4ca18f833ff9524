import { type MarkupReader, markupReader } from "../markup_reading.ts";
import { findMarkup } from "./find_markup.ts";

export const reader: MarkupReader = markupReader(findMarkup);
