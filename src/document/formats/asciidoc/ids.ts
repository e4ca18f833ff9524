/** Makes the ids that Asciidoctor gives to headings. */
import type { AsciidocState } from "./state.ts";

const INVALID = /&(?:[a-z]+\d{0,2}|#\d{2,5}|#x[\da-f]{2,4});|[^ \p{L}\p{M}\p{Nd}\p{Pc}\-.]/gu;

export function headingId(title: string, state: AsciidocState): string {
  const { ids } = state;
  const id = sectionId(title, state);
  // Equal titles are counted on, so that many of them take no longer.
  let count = ids.get(id);
  if (count === undefined) return id;
  const separator = separatorOf(state);
  while (ids.has(`${id}${separator}${count}`)) count++;
  ids.set(id, count + 1);
  return `${id}${separator}${count}`;
}

function separatorOf({ attributes }: AsciidocState): string {
  return (attributes.get("idseparator") ?? "_").slice(0, 1);
}

/** The id of the first section with a title. */
export function sectionId(title: string, state: AsciidocState): string {
  const prefix = state.attributes.get("idprefix") ?? "_";
  const separator = separatorOf(state);
  const lower = title.toLowerCase();
  const plain = /^[a-z\d ]*$/.test(lower) ? lower : lower.replace(INVALID, "");
  let id = `${prefix}${plain}`;
  if (separator === "") id = id.replaceAll(" ", "");
  else {
    id = id.replace(/[ .\-_]+/g, (run) => separator === "_" || !run.includes("_") ? separator : mixed(run, separator));
    if (id.endsWith(separator)) id = id.slice(0, -1);
    if (prefix === "" && id.startsWith(separator)) id = id.slice(1);
  }
  return id;
}

/** Underscores stay where they do not separate. */
function mixed(run: string, separator: string): string {
  return run.replace(/[ .-]+/g, separator);
}
