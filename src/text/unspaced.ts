/**
 * Scripts that write without spaces between words: Chinese, Japanese, Korean and Thai (as in
 * wasm/src/analyzer/letters.rs).
 */

/** The letters, as the inside of a character class of a regular expression with the flag `u`. */
export const UNSPACED_LETTERS =
  "\u0e01-\u0e2e\u0e30-\u0e3a\u0e40-\u0e45\u0e47-\u0e4e\u3041-\u30ff\u3105-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff" +
  "\uac00-\ud7a3\uf900-\ufaff\uff66-\uff9f\u{20000}-\u{3134f}";

/** A letter with the marks on it, in Thai also with the vowels before and behind it. */
const CLUSTER = new RegExp(
  `[\u0e40-\u0e44]*[${UNSPACED_LETTERS}][\u0e30-\u0e3a\u0e45\u0e47-\u0e4e\u3099\u309a\uff9e\uff9f]*`,
  "gu",
);

/** Every two letters that follow each other in a run of such letters. Empty for a single one. */
export function pairsOf(run: string): readonly string[] {
  const clusters = run.match(CLUSTER) ?? [];
  return clusters.slice(1).map((cluster, at) => clusters[at]! + cluster);
}
