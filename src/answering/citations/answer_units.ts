/** Divides an answer in Markdown into paragraphs, rows and headings, and tells what the words around each one cite. */
import { distinct } from "./markers.ts";
import type { Pause } from "./pauses.ts";
import type { MarkdownNode } from "./read_markdown.ts";
import { isRefusal } from "./refusals.ts";
import { isIndentedProse, isSourceWord, namesSpeaker } from "./source_words.ts";
import { type TextReading, type UnitText, unitText } from "./unit_text.ts";

/** A piece of an answer whose sentences share a citation at its end. */
export interface AnswerUnit extends UnitText {
  /** `head` is that of a table, `said` is prose that is indented below the line that says who speaks. */
  readonly kind: "paragraph" | "item" | "row" | "head" | "heading" | "quote" | "said";
  /** What the words above or below cite for all of the unit. */
  covered: readonly number[];
  /** The item or quote that it belongs to; its paragraphs share a citation at its end. */
  readonly group: number;
  /** Whether something follows that it may lead to. */
  readonly leadsOn: boolean;
  /** Whether it belongs to a list of sources, or to one of what the passages do not tell. */
  readonly isAside: boolean;
}

interface UnitWalk extends TextReading {
  readonly pause: Pause;
  readonly units: AnswerUnit[];
  groups: number;
  /** Whether a heading above says that sources follow. */
  areSources: boolean;
  /** Whether the line above says that the passages do not tell what follows. */
  isUntold: boolean;
}

interface UnitPlace {
  readonly kind: "paragraph" | "item" | "quote";
  readonly inherited: readonly number[];
  readonly group: number;
}

/** What a block costs, in characters that are read as Markdown. */
const BLOCK = 20;

/** In their order. `nodes` are the outermost ones of the answer. */
export async function answerUnits(
  nodes: readonly MarkdownNode[],
  reading: TextReading,
  pause: Pause,
): Promise<readonly AnswerUnit[]> {
  const walk: UnitWalk = { ...reading, pause, units: [], groups: 0, areSources: false, isUntold: false };
  await readBlocks(nodes, walk, { kind: "paragraph", inherited: [], group: 0 });
  return walk.units;
}

async function readBlocks(nodes: readonly MarkdownNode[], walk: UnitWalk, place: UnitPlace): Promise<void> {
  /** Of what leads to the next block. */
  let above: readonly number[] = [];
  /** The units of the block above, and what is cited alone below them, which covers them. */
  let block: readonly AnswerUnit[] = [];
  let below: readonly number[] = [];
  const cover = (): void => {
    if (below.length > 0) { for (const one of block) one.covered = distinct([one.covered, below]); }
    below = [];
  };
  let speaker = false;
  for (const [at, node] of nodes.entries()) {
    const { type } = node;
    await walk.pause(BLOCK);
    const before = walk.units.length;
    const leadsOn = at < nodes.length - 1;
    if (type === "paragraph" || type === "html" || type === "heading") {
      // A list of sources ends where a paragraph follows it.
      if (place.kind === "paragraph" && !isLines(nodes[at - 1])) walk.areSources = false;
      const unit = add(walk, [node], {
        ...place,
        kind: type === "heading" ? "heading" : place.kind,
        covered: [],
        leadsOn,
      });
      const cited = distinct(unit.markers.map(({ numbers }) => numbers));
      if (type !== "heading" && isCitationAlone(unit)) {
        below = distinct([below, cited]);
        continue;
      }
      if (unit.text.trim() === "" && cited.length === 0) continue;
      const isNext = nodes[at - 1]?.type !== "code";
      unit.covered = type === "heading" ? [] : distinct([place.inherited, isNext ? above : []]);
      const leads = leadsTo(unit, nodes[at + 1], place.kind);
      above = leads || type === "heading" ? distinct([cited, unit.covered]) : [];
      speaker = leads && namesSpeaker(unit.text);
      walk.areSources = isTitle(unit) ? isSourceWord(unit.text) : walk.areSources && place.kind !== "paragraph";
    } else if (type === "table" || type === "list" || type === "blockquote") {
      const last = walk.units.at(-1);
      const wasUntold = walk.isUntold;
      walk.isUntold ||= last !== undefined && last.leadsOn && leadsToUntold(last);
      await readContainer(node, walk, place, distinct([place.inherited, above]), leadsOn);
      walk.isUntold = wasUntold;
      above = [];
    } else if (type === "code") {
      const covered = distinct([place.inherited, above]);
      if (speaker && isIndentedProse(node, walk.answer)) {
        add(walk, [{ ...node, type: "text" }], { ...place, kind: "said", covered, leadsOn });
      }
      // A lead covers what follows a piece of code too.
      continue;
    } else continue;
    cover();
    block = walk.units.slice(before);
  }
  cover();
}

function isLines(node: MarkdownNode | undefined): boolean {
  return node?.type === "heading" || node?.type === "paragraph" || node?.type === "html";
}

async function readContainer(
  node: MarkdownNode,
  walk: UnitWalk,
  place: UnitPlace,
  covered: readonly number[],
  leadsOn: boolean,
): Promise<void> {
  const { type, children = [] } = node;
  if (type === "table") {
    const [head, ...rows] = children;
    const first = add(walk, head?.children ?? [], { ...place, kind: "head", covered: [], leadsOn: true });
    const cited = distinct([covered, ...first.markers.map(({ numbers }) => numbers)]);
    for (const row of rows) {
      await walk.pause(BLOCK);
      add(walk, row.children ?? [], { kind: "row", covered: cited, group: ++walk.groups, leadsOn });
    }
  } else if (type === "blockquote") {
    await readBlocks(children, walk, { kind: "quote", inherited: covered, group: ++walk.groups });
  } else {
    for (const item of children) {
      const kind = place.kind === "quote" ? "quote" : "item";
      const { areSources } = walk;
      await readBlocks(item.children ?? [], walk, { kind, inherited: covered, group: ++walk.groups });
      // Sources that an item lists are its own.
      if ((item.children ?? []).length > 1) walk.areSources = areSources;
    }
  }
}

type NewUnit = Pick<AnswerUnit, "kind" | "covered" | "group" | "leadsOn">;

function add(walk: UnitWalk, parts: readonly MarkdownNode[], { kind, covered, group, leadsOn }: NewUnit): AnswerUnit {
  const own = kind === "paragraph" || kind === "heading" || group === 0 ? ++walk.groups : group;
  const unit = {
    ...unitText(parts, walk),
    kind,
    covered,
    leadsOn,
    group: own,
    isAside: walk.areSources || walk.isUntold,
  };
  walk.units.push(unit);
  return unit;
}

/** Whether the paragraph leads to the block below it. */
function leadsTo({ masked }: AnswerUnit, next: MarkdownNode | undefined, kind: UnitPlace["kind"]): boolean {
  if (next === undefined) return false;
  const last = lastSentence(masked);
  if (COLON.test(last)) return true;
  if (next.type !== "list" && next.type !== "table") return false;
  return FOLLOWS.test(last) || (kind === "item" && !/[.!?。！？]$/u.test(last));
}

/** “The passages do not mention the following:” */
function leadsToUntold({ masked }: AnswerUnit): boolean {
  const last = lastSentence(masked);
  return (COLON.test(last) || FOLLOWS.test(last)) && isRefusal(last);
}

/** Of a longer one, the end. */
function lastSentence(masked: string): string {
  const text = masked.trimEnd().slice(-MAX_LEAD);
  return text.slice(Math.max(...[...text.matchAll(SENTENCE_END)].map(({ index }) => index + 1), 0)).trimStart();
}

/** How much of a paragraph is looked at to see whether it leads to something. */
const MAX_LEAD = 500;
const SENTENCE_END = /[.!?](?=\s)|[。！？](?=.)/gu;
const COLON = /[:：][\s*_)]*$/u;
const FOLLOWS =
  /\b(?:following|follows?|below|folgende\w*|unten|suivante?s?|ci-dessous|siguientes?|a continuación|seguenti?|seguintes?)\b|следующ|ниже|以下|如下|次の/iu;

/** A heading, or a bold line alone. */
function isTitle({ kind, masked, boldEnd }: AnswerUnit): boolean {
  return kind === "heading" || /^[\s:：.]*$/u.test(masked.slice(boldEnd)) || /^[^\n]{1,40}[:：]\s*$/u.test(masked);
}

/** Such as `[1]`, `Source: [2]` or `See passages [1] and [2].` */
export function isCitationAlone({ text, markers }: AnswerUnit): boolean {
  if (markers.length === 0 || text.length > 200) return false;
  const words = text.match(/[\p{L}\p{N}][^\s]*/gu) ?? [];
  return words.every((word) => isSourceWord(word) || /^\S*[/.]\S+$/u.test(word));
}
