export { convert, EXTENSIONS } from "./convert.ts";
export { ConversionFailure, type Converted, type ConvertOptions, type Part } from "./converted.ts";
