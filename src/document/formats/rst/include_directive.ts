/** Reads the directives that take in other files. */
import type { Include } from "../../includes/find_includes.ts";
import { argumentOf, type Directive, hideArguments, hideOptions, hideSyntax, optionOf } from "./directive_parts.ts";

export function readInclude(directive: Directive): void {
  const { state, lines, at, end, name } = directive;
  hideSyntax(directive);
  hideArguments(directive);
  hideOptions(directive);
  const written = argumentOf(directive).trim();
  // `<name>` is a file of docutils itself.
  if (written === "" || written.startsWith("<")) return;
  const isFromTop = written.startsWith("/");
  state.found.include({
    start: lines[at]!.start,
    end: lines[end - 1]!.end,
    include: {
      path: isFromTop ? written.replace(/^\/+/, "") : written,
      part: partOf(directive),
      from: isFromTop ? "above" : "file",
      isGuess: false,
    },
    isPlain: name === "literalinclude" || optionOf(directive, "literal") !== undefined ||
      optionOf(directive, "code") !== undefined,
  });
}

/** The lines that its options choose. */
function partOf(directive: Directive): Include["part"] {
  const lines = optionOf(directive, "lines");
  if (lines !== undefined) {
    const ranges = lines.split(",").flatMap((range) => {
      const [, first = "", dash, last = ""] = /^\s*(\d*)\s*(-?)\s*(\d*)\s*$/.exec(range) ?? [];
      if (first === "" && last === "") return [];
      return [{ first: Number(first) || 1, last: last === "" ? dash === "" ? Number(first) : null : Number(last) }];
    });
    return ranges.length === 0 ? null : { lines: ranges };
  }
  const [start, end] = [optionOf(directive, "start-line"), optionOf(directive, "end-line")].map((option) =>
    option === undefined || !/^\d+$/.test(option) ? undefined : Number(option)
  );
  const after = optionOf(directive, "start-after");
  const from = optionOf(directive, "start-at");
  const before = optionOf(directive, "end-before");
  const to = optionOf(directive, "end-at");
  if (after !== undefined || from !== undefined || before !== undefined || to !== undefined) {
    return { after, from, before, to };
  }
  return start === undefined && end === undefined ? null : { lines: [{ first: (start ?? 0) + 1, last: end ?? null }] };
}
