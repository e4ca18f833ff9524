/** What the one-file program is called with to be the process of the converters. */
export const CONVERTER_WORDS: readonly string[] = ["convert", "--"];
