/** Compares the objects that ra finds in reStructuredText with the entries of Sphinx' `objects.inv`. */
import type { FoundMarkup } from "../../src/document/formats/markup.ts";

/** A role with its domain, a full name, and the anchor on the page. */
export type InventoryEntry = readonly [role: string, name: string, anchor: string];

interface Tally {
  entries: number;
  sections: number;
  anchors: number;
}

export class InventoryComparison {
  readonly #domains = new Map<string, Tally>();
  readonly #missing: string[] = [];
  readonly #extra: string[] = [];
  #described = 0;
  #stubs = 0;
  /** With `:no-index:`. */
  #unlisted = 0;

  /** `markups`: the document, and what it includes. */
  add(path: string, entries: readonly InventoryEntry[], markups: readonly FoundMarkup[]): void {
    const described = markups.flatMap((markup) =>
      markup.headings.filter(({ end }) => end !== undefined).map(({ text, lineStart }) => ({
        text,
        isStub: /^\s*\.\. auto/.test(markup.text.slice(lineStart, lineStart + 200)),
        isUnlisted: /\n\s+:no-?index(?:-entry)?:/.test(
          markup.text.slice(lineStart, lineStart + 2000).split("\n\n", 1)[0]!,
        ),
      }))
    );
    const sections = new Set(markups.flatMap(({ headings }) => headings.map(({ text }) => plain(text))));
    const anchors = new Set(markups.flatMap((markup) => [
      ...markup.anchors.map(({ name }) => plain(name)),
      ...markup.headings.flatMap(({ id }) => id === null ? [] : [plain(id)]),
      ...termsOf(markup),
    ]));
    const known = new Set<string>();
    for (const [role, name, anchor] of entries) {
      const names = namesOf(role, name, anchor).map(plain);
      for (const each of names) known.add(each);
      // A page is a document of ra, and parameters are no objects of their own.
      if (role === "std:doc" || role.endsWith("Param")) continue;
      const domain = role.startsWith("std:") ? role : role.replace(/:.*/, "");
      const tally = this.#domains.get(domain) ?? { entries: 0, sections: 0, anchors: 0 };
      this.#domains.set(domain, tally);
      tally.entries++;
      if (names.some((each) => sections.has(each) || holds(sections, each))) tally.sections++;
      else if (names.some((each) => anchors.has(each))) tally.anchors++;
      else this.#missing.push(`-${role} ${name} (${path})`);
    }
    for (const { text, isStub, isUnlisted } of described) {
      if (isStub) this.#stubs++;
      else if (isUnlisted) this.#unlisted++;
      else this.#described++;
      const parts = [text, ...text.split(", ")].map(plain);
      if (!isStub && !isUnlisted && !parts.some((part) => known.has(part))) this.#extra.push(`+${text} (${path})`);
    }
  }

  report(most: number): readonly string[] {
    const domains = [...this.#domains].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, tally]) =>
      `  ${name.padEnd(14)} ${tally.entries} entries, ${tally.sections} sections, ${tally.anchors} anchors, ` +
      `${tally.entries - tally.sections - tally.anchors} missing`
    );
    return [
      `objects of objects.inv:`,
      ...domains,
      `  described objects of ra ${this.#described}, not in the inventory ${this.#extra.length}`,
      `  made by autodoc, counted apart ${this.#stubs}, and with \`:no-index:\` ${this.#unlisted}`,
      ...[...this.#missing, ...this.#extra].slice(0, most).map((line) => `    ${line}`),
    ];
  }
}

/** An option stands in the inventory with its program, and a rule of a domain with its directive. */
function namesOf(role: string, name: string, anchor: string): readonly string[] {
  if (role === "std:cmdoption") return [name, name.replace(/^.*?\.(?=[-+/])/, ""), name.replace(/^[^.]*\./, "")];
  if (role === "rst:directive:option") return [name, name.replace(/^.*:/, ""), `:${name.replace(/^.*:/, "")}:`];
  if (role === "std:label" || role === "py:module") return [name, anchor];
  return [name];
}

/** One section has several options: `-b, --builder`. */
function holds(sections: ReadonlySet<string>, name: string): boolean {
  if (!/^[-+/]/.test(name)) return false;
  return [...sections].some((section) => section.split(", ").includes(name));
}

/** The terms of lists of definitions. */
function termsOf({ text, blocks }: FoundMarkup): readonly string[] {
  return blocks.filter(({ kind }) => kind === "term").map(({ start, end }) => plain(text.slice(start, end)));
}

/** As docutils writes names of places. */
function plain(name: string): string {
  return name.toLowerCase().replace(/\s+/g, " ").replaceAll("`", "").trim();
}
