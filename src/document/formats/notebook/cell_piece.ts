/** A piece of a cell, and values of any JSON. */
/** A piece of a cell, as Markdown or as text that stands as it is. */
export interface CellPiece {
  readonly kind: "markdown" | "code" | "raw" | "output";
  /** Lines end with `\n`. */
  readonly text: string;
  /** Of code. */
  readonly language: string;
}

export type JsonObject = Readonly<Record<string, unknown>>;

export function objectOf(value: unknown): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value as JsonObject : {};
}

export function isText(value: unknown): boolean {
  return typeof value === "string" || (Array.isArray(value) && value.every((line) => typeof line === "string"));
}

/** A text, or the texts of a list one after the other. Empty where none is there. */
export function textOf(value: unknown): string {
  const whole = Array.isArray(value) ? value.filter((line) => typeof line === "string").join("") : value;
  return typeof whole === "string" ? whole.replace(/\r\n?/g, "\n") : "";
}
