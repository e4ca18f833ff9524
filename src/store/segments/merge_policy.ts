/**
 * Chooses which segments to merge, in the manner of tantivy's LogMergePolicy. Segments fall into levels by the
 * logarithm of their live chunks. A full level is merged into one segment of a higher level. So each level rewrites a
 * chunk once, and the number of segments grows with the logarithm of the index.
 */

export interface MergeCandidate {
  /** Live chunks. */
  readonly chunks: number;
  /** The number of chunks at the time of writing. */
  readonly written: number;
  /** Bytes. */
  readonly size: number;
}

export interface MergePolicy {
  /** The number of segments in one level that triggers a merge. */
  readonly perLevel: number;
  /** All segments with fewer live chunks than this belong to the lowest level. */
  readonly smallest: number;
  /** A segment with a larger share of deleted chunks is rewritten. */
  readonly deletedShare: number;
  /** A merge is skipped when its result would exceed this many bytes, so that memory stays bounded. */
  readonly maxBytes: number;
}

export const DEFAULT_MERGE_POLICY: MergePolicy = {
  perLevel: 8,
  smallest: 512,
  deletedShare: 0.3,
  maxBytes: 32 * 1024 * 1024,
};

interface Group {
  readonly members: readonly number[];
  readonly chunks: number;
  readonly bytes: number;
}

/**
 * Groups of indices. Each group is to be merged into one segment. Indices ascend within a group, and groups ascend by
 * their first member.
 */
export function planMerges(
  candidates: readonly MergeCandidate[],
  policy: MergePolicy = DEFAULT_MERGE_POLICY,
): readonly (readonly number[])[] {
  let groups: readonly Group[] = candidates.map((candidate, index) => ({
    members: [index],
    chunks: candidate.chunks,
    bytes: Math.ceil(candidate.size * (candidate.chunks / Math.max(1, candidate.written))),
  }));
  for (;;) {
    const full = fullLevel(groups, policy);
    if (full === undefined) break;
    const merged: Group = {
      members: full.flatMap((group) => group.members).sort((a, b) => a - b),
      chunks: full.reduce((sum, group) => sum + group.chunks, 0),
      bytes: full.reduce((sum, group) => sum + group.bytes, 0),
    };
    groups = [...groups.filter((group) => !full.includes(group)), merged];
  }
  return groups
    .filter(({ members, bytes }) =>
      members.length > 1 || (bytes <= policy.maxBytes && deletedShare(candidates[members[0]!]!) > policy.deletedShare)
    )
    .map(({ members }) => members)
    .sort((a, b) => a[0]! - b[0]!);
}

/** The lowest level with enough segments. It takes the smallest members first, as many as fit into one merge. */
function fullLevel(groups: readonly Group[], policy: MergePolicy): readonly Group[] | undefined {
  const levels = new Map<number, Group[]>();
  for (const group of groups) {
    const level = levelOf(group.chunks, policy);
    levels.set(level, [...(levels.get(level) ?? []), group]);
  }
  for (const [, members] of [...levels].sort(([a], [b]) => a - b)) {
    if (members.length < policy.perLevel) continue;
    const fitting: Group[] = [];
    let bytes = 0;
    for (const group of members.sort((a, b) => a.bytes - b.bytes || a.members[0]! - b.members[0]!)) {
      bytes += group.bytes;
      if (bytes > policy.maxBytes) break;
      fitting.push(group);
    }
    if (fitting.length >= policy.perLevel) return fitting;
  }
  return undefined;
}

function levelOf(chunks: number, policy: MergePolicy): number {
  return Math.floor(Math.log(Math.max(chunks, policy.smallest) / policy.smallest) / Math.log(policy.perLevel) + 1e-9);
}

function deletedShare({ chunks, written }: MergeCandidate): number {
  return written === 0 ? 0 : (written - chunks) / written;
}
