/** `ra model list`, `ra model test` */
import type { Palette } from "../terminal/color.ts";
import { formatTable } from "../terminal/table.ts";
import { formatBytes } from "../quantity.ts";
import { sanitizeLine } from "../../text/sanitize.ts";

interface ListedModel {
  readonly name: string;
  readonly card:
    | {
      readonly kind: string;
      readonly source: string;
      readonly revision: string;
      readonly dtype: string;
      readonly languages?: readonly string[];
      readonly licence?: string;
      readonly origin?: { readonly kind: string; readonly what: string };
    }
    | undefined;
  readonly problem: string | undefined;
  readonly bytes: number;
}

type KnownModels = Readonly<
  Record<
    string,
    { readonly about: string; readonly licence: string; readonly ways: readonly { readonly bytes: number }[] }
  >
>;

/** The installed models, the known ones that are not, a `reranker` of the hub if none is, and the languages of OCR. */
export function formatModels(
  models: readonly ListedModel[],
  known: KnownModels,
  languages: readonly { readonly name: string; readonly bytes: number }[],
  reranker: string,
  palette: Palette,
): string {
  const rows = models.map(({ name, card, problem, bytes }) => [
    palette.id(sanitizeLine(name)),
    formatBytes(bytes),
    card === undefined ? palette.bad(sanitizeLine(problem ?? "")) : sanitizeLine(
      [
        kindText(card.kind),
        card.dtype,
        card.languages?.join(" "),
        card.licence,
        `${card.source}${card.revision === "" ? "" : `@${card.revision}`}`,
        // A folder and a revision of the hub are named as the source already.
        card.origin?.kind === "maven" || card.origin?.kind === "pypi" ? `from ${card.origin.what}` : undefined,
      ].filter((part) => part !== undefined && part !== "").join(", "),
    ),
  ]);
  const others = Object.entries(known).filter(([name]) => !models.some((model) => model.name === name))
    .map(([name, { about, licence, ways }]) => [
      palette.id(name),
      palette.dim("not installed"),
      `${about}, ${licence}; ra model add ${name} fetches ${formatBytes(ways[0]!.bytes)}`,
    ]);
  const read = languages.map(({ name, bytes }) => [
    palette.id(`tesseract:${sanitizeLine(name)}`),
    formatBytes(bytes),
    "language of OCR",
  ]);
  const missing = models.some(({ card }) => card?.kind === "cross-encoder") ? [] : [[
    palette.dim("(a reranker)"),
    palette.dim("not installed"),
    `for --rerank; ra model add ${reranker}@main, or a folder`,
  ]];
  return formatTable([...rows, ...others, ...missing, ...read]);
}

function kindText(kind: string): string {
  return kind === "cross-encoder" ? "cross-encoder (a reranker)" : kind;
}

interface TestedModel {
  readonly pairs: readonly {
    readonly sentences: readonly [string, string];
    readonly related: number;
    readonly unrelated: number;
    readonly expected?: readonly [related: number, unrelated: number] | undefined;
  }[];
  readonly passed: boolean;
}

/** What the model gives for each pair of sentences, and for one of them with another; and the verdict. */
export function formatModelTest({ pairs, passed }: TestedModel, palette: Palette): string {
  const rows = pairs.map(({ sentences, related, unrelated, expected }) => {
    const known = expected?.map((value) => value.toFixed(3)).join(" and ");
    return [
      related.toFixed(3),
      `unrelated ${unrelated.toFixed(3)}`,
      known === undefined ? "" : palette.dim(`expected ${known}`),
      sentences.join(" / "),
    ];
  });
  const verdict = passed ? palette.good("the model works") : palette.bad("the model does not give what it should");
  return `${formatTable(rows, [0])}${verdict}\n`;
}
