/** The anchors of pages, with those of the files that they take in. */
import { canonicalLabel } from "../links/canonical.ts";
import { fileExtension } from "../text/paths.ts";
import { type Anchors, anchorsOf } from "./anchors.ts";
import type { DriftDocument } from "./document.ts";
import { isSource } from "./sources.ts";
import type { DriftSubject } from "./subject.ts";
import { filesNamed, partsTakenIn } from "./taken_in.ts";

/** So deep may files take in files. */
const MAX_DEPTH = 5;
/** More files of one page are not read. */
const MAX_FILES = 100;
/** Sources that may hold text. All others are code, which brings no anchors. */
const MAY_BE_TEXT = /^(?:html?|txt|inc|in|)$/;

/** Labels of reStructuredText (a target with an address is none), of AsciiDoc and of MyST. */
const LABELS =
  /^[ \t]{0,80}\.\. _`?([^`:\n]{1,200})`?:[ \t]*$(?!\n[ \t]+\S)|\[\[([^[\],\n]{1,200})(?:,[^[\]\n]{0,200})?\]\]|^\[[^[\]#\n]{0,80}#([^[\],.%\n]{1,200})|^\(([^()\s]{1,200})\)=[ \t]*$/gm;

export class PageAnchors {
  readonly #subject: Pick<DriftSubject, "repository" | "read">;
  readonly #all: readonly DriftDocument[];
  readonly #byId: ReadonlyMap<string, DriftDocument>;
  readonly #byPath: ReadonlyMap<string, DriftDocument>;
  readonly #known = new Map<DriftDocument, Promise<Anchors>>();
  readonly #others = new Map<string, Promise<DriftDocument | undefined>>();
  #takenIn: ReadonlySet<string> | undefined;
  #labels: Promise<ReadonlySet<string>> | undefined;

  constructor(subject: Pick<DriftSubject, "repository" | "read">, all: readonly DriftDocument[]) {
    this.#subject = subject;
    this.#all = all;
    this.#byId = new Map(all.map((document) => [document.origin.document.id, document]));
    this.#byPath = new Map(all.map((document) => [document.inRepository, document]));
  }

  /** Undefined for a page that is not read. */
  async of(id: string): Promise<Anchors | undefined> {
    const document = this.#byId.get(id);
    return document && await this.#whole(document);
  }

  /** The same of a file of the repository that no tree has. */
  async ofFile(path: string): Promise<Anchors | undefined> {
    const document = await this.#documentAt(path);
    return document && await this.#whole(document);
  }

  /** Whether another document seems to take in this one. */
  isTakenIn({ inRepository }: DriftDocument): boolean {
    this.#takenIn ??= new Set(this.#all.flatMap((document) => this.#filesIn(document).flat()));
    return this.#takenIn.has(inRepository);
  }

  /** Whether a file that a document takes in, and that is none of the documents, defines a label. */
  async hasTakenIn(label: string): Promise<boolean> {
    this.#labels ??= this.#labelsTakenIn();
    return (await this.#labels).has(canonicalLabel(label));
  }

  async #labelsTakenIn(): Promise<ReadonlySet<string>> {
    const labels = new Set<string>();
    const seen = new Set<string>();
    let documents = this.#all;
    for (let depth = 0; depth < MAX_DEPTH && documents.length > 0; depth++) {
      const paths = documents.flatMap((document) => this.#filesIn(document).flat()).filter((path) =>
        !seen.has(path) && !this.#byPath.has(path)
      );
      const parts: DriftDocument[] = [];
      for (const path of new Set(paths)) {
        seen.add(path);
        if (isSource(path) && !MAY_BE_TEXT.test(fileExtension(path))) continue;
        const part = await this.#documentAt(path);
        if (part === undefined) continue;
        parts.push(part);
        for (const [, ...names] of part.text.matchAll(LABELS)) labels.add(canonicalLabel(names.find(Boolean) ?? ""));
      }
      documents = parts;
    }
    return labels;
  }

  #whole(document: DriftDocument): Promise<Anchors> {
    const found = this.#known.get(document) ?? this.#withTakenIn(document, 0);
    this.#known.set(document, found);
    return found;
  }

  /** For each part that a document takes in, the files that it may be. */
  #filesIn(document: DriftDocument): readonly (readonly string[])[] {
    return partsTakenIn(document).map((part) =>
      part === undefined ? [] : filesNamed(part, document, this.#subject.repository)
    );
  }

  #documentAt(path: string): Promise<DriftDocument | undefined> {
    const found = this.#others.get(path) ?? Promise.resolve(this.#byPath.get(path) ?? this.#subject.read(path));
    this.#others.set(path, found);
    return found;
  }

  async #withTakenIn(document: DriftDocument, depth: number): Promise<Anchors> {
    const own = anchorsOf(document);
    const parts = this.#filesIn(document);
    if (parts.length === 0) return own;
    const files = [...new Set(parts.flat())].filter((path) => path !== document.inRepository);
    let isWhole = parts.every((paths) => paths.length > 0) && files.length <= MAX_FILES && depth < MAX_DEPTH;
    const taken: Anchors[] = [];
    for (const path of depth < MAX_DEPTH ? files.slice(0, MAX_FILES) : []) {
      if (isSource(path) && !MAY_BE_TEXT.test(fileExtension(path))) continue;
      const part = await this.#documentAt(path);
      if (part === undefined) isWhole = false;
      else taken.push(await this.#withTakenIn(part, depth + 1));
    }
    return {
      made: new Set([own, ...taken].flatMap(({ made }) => [...made])),
      has(fragment) {
        const answers = [own, ...taken].map((each) => each.has(fragment));
        if (answers.includes("yes")) return "yes";
        return isWhole && !answers.includes("maybe") ? "no" : "maybe";
      },
    };
  }
}
