/**
 * Folders of blogs and news. They weigh less only in trees that are something else for the most part. A folder that
 * lies deeper may be a part of the manual that is about them.
 */
export const NEWS_GLOBS = [
  "{blog,news,announcements,posts}/**",
  "*/{blog,news,announcements}/**",
  "**/_posts/**",
] as const;
export const NEWS_WEIGHT = 0.5;

/** What the scores of pages that list changes are multiplied by, unless a configuration says otherwise. */
export const BUILT_IN_WEIGHTS: ReadonlyMap<string, number> = new Map([
  ["CHANGELOG*", 0.5],
  ["{CHANGES,HISTORY,NEWS,RELEASES}.*", 0.5],
  ["{release-notes,release_notes,release notes,releasenotes,relnotes,whats-new,whats_new,whatsnew}*", 0.5],
  ["**/{changelog,changelogs,releases,whats-new,whatsnew}/**", 0.5],
  ["**/{release-notes,release_notes,release notes,releasenotes,relnotes}/**", 0.5],
  ...NEWS_GLOBS.map((glob) => [glob, NEWS_WEIGHT] as const),
]);
