/** What the code of a notebook printed. */
import { type CellPiece, type JsonObject, objectOf, textOf } from "./cell_piece.ts";

interface CellOutputs {
  readonly pieces: readonly CellPiece[];
  /** Outputs that are left out. */
  readonly outputs: number;
  /** Pictures and other data that are left out. */
  readonly pictures: number;
}

const NONE: CellOutputs = { pieces: [], outputs: 0, pictures: 0 };

/** The outputs of a cell that are text. Without `isRead` they are only counted. */
export function outputsOf(value: unknown, isRead: boolean): CellOutputs {
  if (!Array.isArray(value) || value.length === 0) return NONE;
  let [outputs, pictures] = [0, 0];
  const pieces: CellPiece[] = [];
  for (const output of value.map(objectOf)) {
    const shown = shownIn(output);
    if (hasPicture(output)) pictures++;
    if (shown === undefined) continue;
    if (isRead) pieces.push(shown);
    else outputs++;
  }
  return { pieces, outputs, pictures };
}

/** Undefined for an output without text, such as a picture. */
function shownIn(output: JsonObject): CellPiece | undefined {
  const { output_type: kind } = output;
  // Version 3 has the texts in the output itself.
  const data = objectOf(output["data"]);
  const markdown = textOf(data["text/markdown"]);
  if (markdown !== "") return piece("markdown", markdown);
  if (kind === "error" || kind === "pyerr") return piece("output", errorText(output));
  const text = textOf(data["text/plain"] ?? output["text"]);
  // Beside a picture stands only its name: `<Figure size 640x480 with 1 Axes>`.
  return hasPicture(output) && /^<[^\n]*>$/.test(text.trim()) ? undefined : piece("output", plain(text));
}

function piece(kind: "markdown" | "output", text: string): CellPiece | undefined {
  return text.trim() === "" ? undefined : { kind, text, language: "" };
}

function hasPicture(output: JsonObject): boolean {
  const names = [...Object.keys(objectOf(output["data"])), ...Object.keys(output)];
  return names.some((name) => /^(?:image|video|audio)\/|^(?:png|jpeg|svg)$/.test(name));
}

function errorText(output: JsonObject): string {
  const { traceback, ename, evalue } = output;
  const lines = Array.isArray(traceback) ? traceback.filter((line) => typeof line === "string").join("\n") : "";
  if (lines.trim() !== "") return plain(lines);
  return plain([ename, evalue].map(textOf).filter((part) => part !== "").join(": "));
}

/** Colours and other commands of terminals. */
// deno-lint-ignore no-control-regex
const COMMANDS = /\u001b(?:\[[0-?]{0,100}[ -/]{0,10}[@-~]|\][^\u0007\u001b]{0,1000}(?:\u0007|\u001b\\)|[@-Z\\^_])/g;

function plain(text: string): string {
  return text.replace(COMMANDS, "").replaceAll("\b", "");
}
