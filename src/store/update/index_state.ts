/** Tells whether the index is up to date with the trees, without writing anything. */
import { createDocumentPlaces } from "../../config/document_places.ts";
import type { Engine } from "../engine/engine.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { isWaiting } from "../../document/formats/conversions.ts";
import { type ChangePlan, planChanges } from "./change_plan.ts";
import type { KeptTree } from "../../shapes/reports.ts";
import type { UnreadFiles } from "../../shapes/search.ts";
import { joinPath } from "../../text/paths.ts";
import { type LeftOutTrees, unreadTrees } from "../files/left_out.ts";
import type { Manifest } from "../published/manifest.ts";
import { summarizeTree } from "../published/tree_summary.ts";
import { indexDirectory, requireOwnIndex } from "../published/open_index.ts";
import { textBytes } from "../published/texts.ts";
import { statisticsProblem } from "../segments/check_statistics.ts";
import { createYieldPoint } from "../segments/yield_point.ts";
import { closePublished, openPublished, type Published } from "../published/published.ts";
import { scanTrees, type TreeScan } from "../files/scan.ts";
import { unreadAround, unreadIn } from "../files/unread.ts";
import { type NavigationProblem, navigationProblems } from "./navigation_changes.ts";
import { readTreeNavigation } from "./tree_navigation.ts";
import { contentRules } from "./tree_settings.ts";
import type { StoreConfig } from "./update_run.ts";

export interface IndexState {
  readonly directory: string;
  /** A damaged index is `stale`. */
  readonly state: "current" | "stale" | "missing";
  /** Why the index is stale, for the user; null when it is not. */
  readonly reason: string | null;
  /** Why the index cannot be used at all; null when it can. */
  readonly damage: string | null;
  /** The bytes on disk; 0 when there is no usable index. */
  readonly bytes: number;
  readonly segments: number;
  /** ISO 8601, UTC. */
  readonly updated: string | null;
  /** In configuration order. */
  readonly scans: readonly TreeScan[];
  /** Without trees that are left out. Empty when there is no usable index. */
  readonly manifest: Manifest;
  /** The navigation files of trees that do not count. */
  readonly navigationProblems: readonly NavigationProblem[];
  /** What the index keeps of trees that are left out. */
  readonly kept: readonly KeptTree[];
  /** The documents that are not read, counted now. */
  readonly unread: readonly UnreadFiles[];
}

export interface IndexStateOptions {
  readonly config: StoreConfig;
  readonly schemaVersion: string;
  readonly source: FileSystem;
  readonly index?: FileSystem;
  readonly directory?: string;
  /** Check every byte of the index, and its statistics, with this core. */
  readonly verifyWith?: Engine | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Compares the index with the trees. Throws `io`, `interrupted`. */
export async function indexState(options: IndexStateOptions): Promise<IndexState> {
  const { config, schemaVersion, source } = options;
  const directory = options.directory ?? indexDirectory(config.root);
  const yieldPoint = createYieldPoint(options.signal);
  requireOwnIndex(options.index ?? source, config.root, directory);
  const published = openPublished(options.index ?? source, directory, schemaVersion);
  try {
    const damage = published.state === "damaged"
      ? published.reason
      : published.state === "open" && options.verifyWith !== undefined
      ? published.index.verify() ?? statisticsProblem(options.verifyWith, published.index.segments) ?? null
      : null;
    const indexed = published.state === "open" ? published.index.head.trees : [];
    const scans = await scanTrees(source, config, yieldPoint, indexed);
    const around = unreadAround(source, config, scans);
    const unread = [...unreadIn(scans), ...around];
    if (published.state !== "open") {
      const state = published.state === "missing" ? "missing" : "stale";
      const reason = damage === null ? null : `the index cannot be read: ${damage}`;
      return { directory, state, reason, damage, scans, unread, ...nothingIndexed(options, scans) };
    }
    const unserved = unreadTrees(source, config, indexed);
    const plan = await planChanges({
      source,
      terms: { root: config.root, schemaVersion, content: contentRules(config) },
      subject: {
        scans,
        published: { head: published.index.head, manifest: published.manifest },
        unread: unserved,
        around: () => around,
      },
      scope: {},
      waiting: { isBound: true },
      places: createDocumentPlaces(source, config),
      yieldPoint,
    });
    const reason = damage === null ? staleReason(plan, published) : `the index cannot be read: ${damage}`;
    const { head, bytes } = published.index;
    const missing = scans.flatMap((
      { tree, missing, problem = "" },
    ) => (missing ? [[tree.name, problem] as const] : []));
    const leftOut = new Map([...missing, ...unserved]);
    return {
      directory,
      state: reason === null ? "current" : "stale",
      reason,
      damage,
      bytes: bytes + textBytes(published.manifest),
      segments: head.segments.length,
      updated: head.updated,
      scans,
      manifest: new Map([...published.manifest].filter(([name]) => !leftOut.has(name))),
      navigationProblems: navigationProblems(plan.trees, scans),
      kept: keptOf(published, config.root, leftOut),
      unread,
    };
  } finally {
    closePublished(published);
  }
}

/** What there is without a usable index. */
function nothingIndexed({ config, source }: IndexStateOptions, scans: readonly TreeScan[]) {
  const places = createDocumentPlaces(source, config);
  const trees = scans.map((scan) => ({ name: scan.tree.name, navigation: readTreeNavigation(source, places, scan) }));
  const problems = navigationProblems(trees, scans);
  return { navigationProblems: problems, bytes: 0, segments: 0, updated: null, manifest: new Map(), kept: [] };
}

/** The trees of which the index keeps documents that count nowhere, in the order of their names. */
function keptOf(
  { index, manifest }: Published & { readonly state: "open" },
  root: string,
  leftOut: LeftOutTrees,
): readonly KeptTree[] {
  return index.head.trees.flatMap(({ name, path }): KeptTree[] => {
    const reason = leftOut.get(name);
    const { documents } = summarizeTree(manifest.get(name));
    return reason === undefined || documents === 0 ? [] : [{ name, path: joinPath(root, path), documents, reason }];
  }).sort((a, b) => (a.name < b.name ? -1 : 1));
}

function staleReason(plan: ChangePlan, published: Published & { readonly state: "open" }): string | null {
  const waiting = countWaiting(plan);
  const before = new Map(published.index.head.trees.map((tree) => [tree.name, tree.settings]));
  const retuned = plan.trees.filter(({ name, settings }) => before.has(name) && before.get(name) !== settings).map((
    { name },
  ) => name);
  const added = plan.tasks.filter(({ previous }) => previous === undefined).length;
  const changed =
    plan.tasks.filter(({ tree, previous }) =>
      previous !== undefined && !isWaiting(previous.skipped) && !retuned.includes(tree.name)
    ).length;
  const parts = [
    ...retuned.map((name) => `settings of tree ${name} changed`),
    ...[[added, "added"], [changed, "changed"], [plan.removed.length, "removed"]]
      .filter(([count]) => count !== 0)
      .map(([count, what]) => `${count} ${count === 1 ? "file" : "files"} ${what}`),
    ...(waiting === 0 ? [] : [`${waiting} ${waiting === 1 ? "document waits" : "documents wait"} to be converted`]),
  ];
  return plan.tasks.length === 0 && plan.removed.length === 0 && waiting === 0 ? null : parts.join(", ");
}

/** The documents that wait to be converted, for the next update or for one without a limit. */
function countWaiting({ tasks, kept, leftOut }: ChangePlan): number {
  const entries = [...kept].filter(([tree]) => !leftOut.has(tree)).flatMap(([, files]) => [...files.values()]);
  return [...entries, ...tasks.map(({ previous }) => previous)].filter((entry) => isWaiting(entry?.skipped ?? null))
    .length;
}
