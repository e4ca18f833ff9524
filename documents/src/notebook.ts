/** Jupyter notebooks (nbformat 3 and 4): text, code, and what the code printed. */
import { ConversionFailure, type Converted, type Part } from "./converted.ts";

const MAX_OUTPUT = 5_000;

interface Cell {
  readonly cell_type?: unknown;
  readonly source?: unknown;
  readonly input?: unknown;
  readonly outputs?: unknown;
}

export function convertNotebook(bytes: Uint8Array): Converted {
  let notebook: Readonly<Record<string, unknown>>;
  try {
    notebook = JSON.parse(new TextDecoder().decode(bytes)) as Readonly<Record<string, unknown>>;
  } catch {
    throw new ConversionFailure("the notebook is no JSON");
  }
  const worksheets = notebook["worksheets"] as readonly { readonly cells?: unknown }[] | undefined;
  const cells = notebook["cells"] ??
    (Array.isArray(worksheets) ? worksheets.flatMap((sheet) => sheet?.cells ?? []) : undefined);
  if (!Array.isArray(cells)) throw new ConversionFailure("this is not a notebook");
  const metadata = notebook["metadata"] as { language_info?: { name?: unknown }; title?: unknown } | undefined;
  const language = typeof metadata?.language_info?.name === "string" ? metadata.language_info.name : "python";
  const parts = (cells as readonly Cell[]).flatMap((cell, at): readonly Part[] => {
    const markdown = cellMarkdown(cell, language);
    return markdown === "" ? [] : [{ place: at + 1, markdown }];
  });
  const title = typeof metadata?.title === "string" ? metadata.title : null;
  return { unit: "cell", parts, title, metadata: { language }, warnings: [] };
}

function cellMarkdown({ cell_type: kind, source, input, outputs }: Cell, language: string): string {
  const text = joined(source ?? input).trimEnd();
  if (kind === "markdown") return text;
  if (kind === "heading") return `# ${text}`;
  if (kind !== "code") return text === "" ? "" : fenced(text, "");
  const printed = (Array.isArray(outputs) ? outputs as readonly Readonly<Record<string, unknown>>[] : []).map(
    (output) => {
      const data = output["data"] as Readonly<Record<string, unknown>> | undefined;
      return joined(output["text"] ?? data?.["text/plain"] ?? output["evalue"]);
    },
  ).join("\n").trim();
  return [
    ...(text === "" ? [] : [fenced(text, language)]),
    ...(printed === "" ? [] : [fenced(printed.slice(0, MAX_OUTPUT), "text")]),
  ].join("\n\n");
}

/** The fence is longer than any in the text. */
function fenced(text: string, language: string): string {
  let longest = 2;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

function joined(value: unknown): string {
  return Array.isArray(value)
    ? value.filter((line) => typeof line === "string").join("")
    : typeof value === "string"
    ? value
    : "";
}
