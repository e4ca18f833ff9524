// Measures the check of citations with the judged answers: `npm run rag:citations -- --misses FILE --half odd`.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { checkCitations, type CitationProblem } from "../../src/answering/citations/check_citations.ts";
import type { NumberedPassage } from "../../src/answering/passage.ts";
import { withoutThoughts } from "../../src/models/generate/without_thoughts.ts";

type ProblemName = "uncited" | "unknown-passage" | "false-quotation";

interface JudgedClaim {
  readonly text: string;
  readonly problem: ProblemName | null;
  readonly also?: ProblemName | readonly ProblemName[];
  readonly ambiguous?: boolean;
}

interface JudgedAnswer {
  readonly id: string;
  readonly question: string;
  readonly passages: readonly { readonly n: number; readonly path: string; readonly text: string }[];
  readonly answer: string;
  readonly claims: readonly JudgedClaim[];
}

interface Tally {
  right: number;
  wrong: number;
  missed: number;
}

const NAMES: Readonly<Record<CitationProblem["kind"], ProblemName>> = {
  uncited: "uncited",
  unknown_citation: "unknown-passage",
  misquote: "false-quotation",
};
const FOLDER = new URL("judged/", import.meta.url);

const { values: { misses: missesFile, half } } = parseArgs({
  options: { misses: { type: "string" }, half: { type: "string" } },
});
const misses: unknown[] = [];
const all = new Map<string, Tally>();
const total = tallyOf("all");
for (const file of readdirSync(FOLDER).filter((name) => name.endsWith(".jsonl")).sort()) {
  const name = file.replace(".jsonl", "");
  const lines = readFileSync(new URL(file, FOLDER), "utf8").split("\n").filter((line) => line !== "");
  for (const line of lines) {
    const judged = JSON.parse(line) as JudgedAnswer;
    if (half !== undefined && (Number(/\d+/.exec(judged.id)?.[0] ?? 0) % 2 === 1) !== (half === "odd")) continue;
    await judge(judged, name);
  }
}
for (const [name, tally] of [...all].sort(([a], [b]) => Number(a === "all") - Number(b === "all"))) {
  console.log(
    `${name.padEnd(18)} ${rate("precision", tally.right, tally.wrong)}   ${rate("recall", tally.right, tally.missed)}`,
  );
}
if (missesFile !== undefined) writeFileSync(missesFile, misses.map((miss) => `${JSON.stringify(miss)}\n`).join(""));

function tallyOf(name: string): Tally {
  const tally = all.get(name) ?? { right: 0, wrong: 0, missed: 0 };
  all.set(name, tally);
  return tally;
}

/** A problem is right by its kind and place; what is ambiguous, or may be reported as well, counts neither way. */
async function judge({ id, question, passages, answer, claims }: JudgedAnswer, file: string): Promise<void> {
  const thoughts = withoutThoughts(false);
  const shown = thoughts.push(answer) + thoughts.end();
  const { problems } = await checkCitations(shown, passages.map(numbered), question);
  const places = claims.map((claim) => {
    const start = shown.indexOf(claim.text);
    return { claim, start, end: start < 0 ? -1 : start + claim.text.length };
  });
  const counted = new Set<unknown>();
  for (const { kind, text, start, end } of problems) {
    const near = places.filter((place) => place.start < end && start < place.end);
    const own = near.filter(({ claim }) => claim.problem === NAMES[kind] && claim.ambiguous !== true);
    const tallies = [total, tallyOf(file), tallyOf(`= ${NAMES[kind]}`)];
    if (own.length > 0) {
      for (const { claim } of own) {
        if (!counted.has(claim)) { for (const tally of tallies) tally.right++; }
        counted.add(claim);
      }
    } else if (!near.some(({ claim }) => claim.ambiguous === true || alsoOf(claim).includes(NAMES[kind]))) {
      for (const tally of tallies) tally.wrong++;
      misses.push({ id, wrong: NAMES[kind], text, labels: near.map(({ claim }) => claim), answer: shown });
    }
  }
  for (const { claim } of places) {
    if (claim.problem === null || claim.ambiguous === true || counted.has(claim)) continue;
    for (const tally of [total, tallyOf(file), tallyOf(`= ${claim.problem}`)]) tally.missed++;
    misses.push({ id, missed: claim.problem, text: claim.text, answer: shown });
  }
}

function alsoOf({ also = [] }: JudgedClaim): readonly ProblemName[] {
  return typeof also === "string" ? [also] : also;
}

function numbered({ n, path, text }: JudgedAnswer["passages"][number]): NumberedPassage {
  return {
    ...{
      number: n,
      id: path,
      source_id: "",
      path,
      start_line: 1,
      end_line: 1,
      page: null,
      url: null,
      title: path,
      text,
    },
  };
}

/** With its 95 % interval by Wilson. */
function rate(name: string, right: number, not: number): string {
  const count = right + not;
  if (count === 0) return `${name} –`.padEnd(46);
  const [share, z] = [right / count, 1.96];
  const middle = (share + z ** 2 / (2 * count)) / (1 + z ** 2 / count);
  const around = (z / (1 + z ** 2 / count)) * Math.sqrt((share * (1 - share)) / count + z ** 2 / (4 * count ** 2));
  const [low, high] = [middle - around, middle + around].map((end) => end.toFixed(3));
  return `${name} ${share.toFixed(3)} (${low}–${high}) ${right}/${count}`.padEnd(46);
}
