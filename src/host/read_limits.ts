/**
 * The most bytes that ra reads of a file, for each kind of file. Anybody can put a huge file where ra expects a small
 * one, and reading it must not take the memory of the machine. Each limit is far above what a real file holds.
 */

const KB = 1024;
const MB = 1024 * KB;

export const MAX_BYTES = {
  /** A document. The core holds the whole file and its terms in memory. */
  document: 256 * MB,
  /** `.ra.toml`, and the `config` of a git repository. */
  configuration: MB,
  /** `.gitignore`, `.raignore`. */
  ignoreRules: 4 * MB,
  /** A file that a document takes in. */
  included: MB,
  /** A file that names and orders the pages of a site: `SUMMARY.md`, `mkdocs.yml`, `sidebars.js`, … */
  navigation: MB,
  /** AGENTS.md and similar files, and the templates for them. */
  instructions: 4 * MB,
  /** `.ra/test.json` */
  testRecord: 16 * MB,
  /** The file of `ra check --baseline`. */
  baseline: 16 * MB,
  /** `head.json` has 8 bytes of checksum for each 64 KB of the index: 16 MB are enough for an index of 128 GB. */
  head: 16 * MB,
  /** The writers' lock, and the guard beside it. */
  lock: 4 * KB,
  /** The list of trusted configurations. */
  trust: MB,
  /** The file of `--token @FILE`. */
  token: 64 * KB,
} as const;

/** `4 MB`, `64 KB` or `10 bytes`, for a message that names a limit. */
export function sizeText(bytes: number): string {
  if (bytes >= MB && bytes % MB === 0) return `${bytes / MB} MB`;
  return bytes >= KB && bytes % KB === 0 ? `${bytes / KB} KB` : `${bytes} bytes`;
}
