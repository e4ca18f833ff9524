/** What the page shows of a text in which a reader found markup. */
import { firstPlace } from "../../text/first_place.ts";

/** What is not shown as it is written. */
interface ShownMarkup {
  readonly text: string;
  readonly hidden: readonly number[];
  readonly standIns: readonly { readonly start: number; readonly end: number; readonly text: string }[];
}

/** The text of a range as the page shows it. */
export function shownText(
  { text, hidden, standIns }: ShownMarkup,
  { start, end }: { readonly start: number; readonly end: number },
): string {
  let shown = "";
  let at = start;
  const first = firstPlace(standIns.length, (place) => standIns[place]!.start >= start);
  for (let place = first; place < standIns.length && standIns[place]!.start <= end; place++) {
    const standIn = standIns[place]!;
    // What stands between two places belongs to the text before it.
    if (standIn.start < at || (standIn.start === standIn.end ? standIn.start === start : standIn.start === end)) {
      continue;
    }
    shown += withoutHidden(text, hidden, at, standIn.start) + standIn.text;
    at = standIn.end;
  }
  return shown + withoutHidden(text, hidden, at, end);
}

function withoutHidden(text: string, hidden: readonly number[], start: number, end: number): string {
  let shown = "";
  let at = start;
  const first = firstPlace(hidden.length >> 1, (place) => hidden[2 * place + 1]! > start);
  for (let pair = 2 * first; pair < hidden.length && hidden[pair]! < end; pair += 2) {
    shown += text.slice(at, Math.max(at, hidden[pair]!));
    at = Math.max(at, hidden[pair + 1]!);
  }
  return shown + text.slice(at, Math.max(at, end));
}
