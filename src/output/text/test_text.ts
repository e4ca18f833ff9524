/** Prints `ra test` as a table. */
import type { TestOutcome, TestReport } from "../../shapes/reports.ts";
import type { Palette } from "../terminal/color.ts";
import { count } from "../quantity.ts";
import { sanitizeLine } from "../../text/sanitize.ts";
import { formatTable } from "../terminal/table.ts";

type ExpectedResult = TestOutcome["expected"][number];

/** Prints one row for each expectation, then the counts. Ends with a newline. */
export function formatTest({ passed, failed, tests }: TestReport, palette: Palette): string {
  const isFirstRun = tests.every(({ expected }) => expected.every(({ previous }) => previous === undefined));
  const rows = tests.flatMap((test) =>
    test.expected.map((expected) => [
      expected.passed ? "pass" : palette.caution("FAIL"),
      expected.rank === null ? "-" : String(expected.rank),
      isFirstRun ? "" : change(expected),
      sanitizeLine(test.query),
      palette.id(sanitizeLine(expected.expect)) +
      (expected.passed ? "" : palette.dim(`  (${reason(expected, test.within)})`)),
    ])
  );
  const header = ["", "rank", isFirstRun ? "" : "last run", "query", "expected"].map((name) => palette.dim(name));
  const total = failed === 0
    ? `${count(passed, "test", "tests")} passed`
    : `${count(tests.length, "test", "tests")}: ${passed} passed, ${failed} failed`;
  // On the first run there is no earlier rank to show.
  const shown = [header, ...rows].map((row) => row.filter((_, at) => !isFirstRun || at !== 2));
  return `${formatTable(shown, [1])}\n${total}\n`;
}

/** Shows how the rank changed since the last run. */
function change({ rank, previous }: ExpectedResult): string {
  if (previous === undefined) return "new";
  if (previous === rank) return "same";
  if (previous === null) return "found";
  if (rank === null) return `lost (${previous})`;
  return `${rank < previous ? "up" : "down"} from ${previous}`;
}

function reason({ rank, indexed }: ExpectedResult, within: number): string {
  if (rank !== null) return `not among the first ${within}`;
  return indexed ? "not found" : "not in the index";
}
