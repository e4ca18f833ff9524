/** Writes blocks in order, in which items of lists and lines of code stand one after the other, as HTML. */
import { escapeHtml } from "./archive.ts";

export type OfficeBlock =
  | { readonly kind: "html"; readonly html: string }
  /** A line of code, or several. Where only the font tells that it is code, `prose` is what else it may be. */
  | { readonly kind: "code"; readonly text: string; readonly isGuess: boolean; readonly prose: string }
  | {
    readonly kind: "item";
    readonly level: number;
    /** Null for an item without a number. */
    readonly number: number | null;
    readonly html: string;
  };

type ListItemBlock = OfficeBlock & { readonly kind: "item" };

interface OpenHtmlList {
  readonly level: number;
  readonly isOrdered: boolean;
  next: number;
}

export function blocksHtml(blocks: readonly OfficeBlock[]): string {
  const out: string[] = [];
  const lists: OpenHtmlList[] = [];
  let code: string[] | undefined;
  const endCode = (): void => {
    const text = code?.join("\n") ?? "";
    // The parser drops the first end of line.
    if (text.trim() !== "") out.push(`<pre><code>${escapeHtml(text)}</code></pre>`);
    code = undefined;
  };
  const endLists = (level: number): void => {
    while (lists.length > 0 && lists.at(-1)!.level >= level) out.push(`</li></${tagOf(lists.pop()!)}>`);
  };
  for (const block of blocks) {
    if (block.kind !== "code") endCode();
    if (block.kind === "item") addItem(block, out, lists, endLists);
    else {
      endLists(0);
      if (block.kind === "html") out.push(block.html);
      else (code ??= []).push(block.text);
    }
  }
  endCode();
  endLists(0);
  // Where a reader takes the blocks of a cell together, words stay apart.
  return out.join("\n");
}

const tagOf = ({ isOrdered }: OpenHtmlList): string => (isOrdered ? "ol" : "ul");

/** An item may stand far to the right of the one before. Its list stands in that, as it has no other to stand in. */
function addItem(item: ListItemBlock, out: string[], lists: OpenHtmlList[], endLists: (level: number) => void): void {
  endLists(item.level + 1);
  const last = lists.at(-1);
  const isSame = last !== undefined && last.level === item.level &&
    (item.number === null ? !last.isOrdered : last.isOrdered && last.next === item.number);
  if (isSame) {
    out.push("</li>");
    last.next++;
  } else {
    if (last !== undefined && last.level >= item.level) endLists(item.level);
    const list: OpenHtmlList = { level: item.level, isOrdered: item.number !== null, next: (item.number ?? 0) + 1 };
    const start = item.number === null || item.number === 1 ? "" : ` start="${item.number}"`;
    lists.push(list);
    out.push(`<${tagOf(list)}${start}>`);
  }
  out.push(`<li>${item.html}`);
}
