/**
 * Where a text comes from that ra made of a page or a document. The record lies beside the text, so that a text says
 * nothing about itself: what is written in a document is the document's.
 */
import { parseBoundedJson } from "../text/bounded_json.ts";
import { sha256 } from "../host/hash.ts";
import type { SourceMap } from "./formats/format.ts";
import type { Properties } from "./formats/properties.ts";
import { propertiesOf } from "./plain_frontmatter.ts";

/** A page, slide, sheet or cell of a document. */
export interface RecordedPart {
  /** The byte of the text where it begins. */
  readonly start: number;
  /** Counted from 1. */
  readonly place: number;
  /** Of a sheet. */
  readonly name?: string | undefined;
}

/** Null stands for what the source does not have. */
export interface SourceRecord {
  readonly source_id: string;
  readonly source_type: "web" | "document";
  readonly repo: string | null;
  readonly url: string | null;
  /** The name by which the user knows the document. */
  readonly path: string | null;
  readonly title: string | null;
  readonly fetched_at: string | null;
  /** Of the text. A record with another one belongs to another text. */
  readonly sha256: string;
  readonly unit: SourceMap["unit"] | null;
  readonly parts: readonly RecordedPart[];
  /** What else the document says of itself, such as its language, and what the configuration adds. */
  readonly metadata: Readonly<Record<string, string>>;
}

/** The source that brought a document in, and how it calls the document. */
export interface Origin {
  /** The id of the source. */
  readonly sourceId: string;
  readonly path: string | null;
  readonly url: string | null;
}

/** What a record says of its text. */
export interface Sourced {
  readonly origin: Origin;
  readonly properties: Properties;
  /** Null for a text without parts. */
  readonly map: SourceMap | null;
}

const UNITS: readonly SourceMap["unit"][] = ["line", "cell", "page", "slide", "sheet"];
const TEXTS = ["repo", "url", "path", "title", "fetched_at"] as const;
/** What a filter of a query may ask for. */
const FILTERABLE = ["source_id", "source_type", "repo", "url", "path", "fetched_at"] as const;

export function encodeRecord(record: SourceRecord): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(record)}\n`);
}

/** The record of a text. Undefined for bytes that are not one, and for the record of another text. */
export function readRecord(bytes: Uint8Array, text: Uint8Array): SourceRecord | undefined {
  let value: unknown;
  try {
    value = parseBoundedJson(bytes);
  } catch {
    return undefined;
  }
  return isRecord(value, text.length) && value.sha256 === sha256(text) ? value : undefined;
}

/** What the record says, as a format says it of a file. */
export function sourced(record: SourceRecord): Sourced {
  const { source_id: sourceId, path, url, title, unit, parts, metadata } = record;
  const known = Object.fromEntries(
    FILTERABLE.flatMap((key) => record[key] === null ? [] : [[key, record[key]] as const]),
  );
  const values = { ...(title === null ? metadata : { title, ...metadata }), ...known };
  return {
    origin: { sourceId, path, url },
    properties: { ...propertiesOf(values), values },
    map: unit === null || parts.length === 0 ? null : {
      unit,
      // What stands before the first part belongs to it.
      starts: Uint32Array.from(parts, ({ start }, at) => (at === 0 ? 0 : start)),
      places: Uint32Array.from(parts, ({ place }) => place),
    },
  };
}

function isRecord(value: unknown, length: number): value is SourceRecord {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const record = value as Readonly<Record<string, unknown>>;
  const { source_id, source_type, sha256: hash, unit, parts, metadata } = record;
  return typeof source_id === "string" && (source_type === "web" || source_type === "document") &&
    typeof hash === "string" && TEXTS.every((key) => record[key] === null || typeof record[key] === "string") &&
    (unit === null || UNITS.some((known) => known === unit)) && areParts(parts, length) && isMetadata(metadata);
}

/** Parts ascend, and begin in the text. */
function areParts(parts: unknown, length: number): boolean {
  if (!Array.isArray(parts)) return false;
  let before = { start: 0, place: 1 };
  return (parts as readonly unknown[]).every((part) => {
    const { start, place, name } = (part ?? {}) as Readonly<Record<string, unknown>>;
    const isPart = isNumber(start) && isNumber(place) && start >= before.start && place >= before.place &&
      start <= length && (name === undefined || typeof name === "string");
    if (isPart) before = { start, place };
    return isPart;
  });
}

function isNumber(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) < 2 ** 32;
}

function isMetadata(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value) &&
    Object.values(value).every((one) => typeof one === "string");
}
