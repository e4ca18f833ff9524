/** Keeps one bad query of several from failing the others. */
import { firstOf, RaError } from "../../errors.ts";
import { visibleText } from "../../search/query/query_error.ts";
import { shortenEnd } from "../../text/shorten.ts";
import type { SearchOptions } from "../contract.ts";
import type { Environment } from "../environment.ts";

const ABOUT_A_QUERY: ReadonlySet<string> = new Set(["query-syntax", "query-empty", "unknown-tree", "unknown-id"]);

/** The most bytes of a query that a warning repeats. */
const MAX_SHOWN = 80;

/**
 * The queries that pass the check. Where the caller takes queries literally, it warns about the others; if none passes,
 * it throws what the check threw. Any other caller gets all, and the error where they are read.
 */
export async function readableQueries(
  { options: { onWarning } }: Environment,
  queries: readonly string[],
  { takeLiterally = false, onLeftOut = onWarning }: SearchOptions,
  check: (query: string) => void | Promise<void>,
): Promise<readonly string[]> {
  if (!takeLiterally || queries.length < 2) return queries;
  const passing: string[] = [];
  const failures: { readonly query: string; readonly error: RaError }[] = [];
  for (const query of queries) {
    try {
      await check(query);
      passing.push(query);
    } catch (error) {
      if (!(error instanceof RaError) || !ABOUT_A_QUERY.has(error.code)) throw error;
      failures.push({ query, error });
    }
  }
  const [first, ...others] = failures.map(({ error }) => error);
  if (first !== undefined && passing.length === 0) throw firstOf([first, ...others]);
  for (const { query, error } of failures) {
    onLeftOut?.({ code: error.code, message: leftOut(query, error) });
  }
  return passing;
}

function leftOut(query: string, { message, hint }: RaError): string {
  const problem = message.split("\n", 1)[0]!.replace(/^query: /, "");
  const advice = hint === undefined ? "" : `; ${hint}`;
  return `the query "${visibleText(shortenEnd(query, MAX_SHOWN))}" is left out: ${problem}${advice}`;
}
