/** Divides the names in source code into words. */

/**
 * Matches before a capital that follows another kind of character, and before a capital that a small letter follows.
 * The index cuts names in the same places.
 */
const CAMEL = /(?<=[^\p{Lu}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

/**
 * Divides a name into its words: `getUserName` into `get`, `User`, `Name`; `user_id` or `user-id` into `user`, `id`.
 */
export function identifierParts(name: string): readonly string[] {
  return name.split(/[_$-]+/).flatMap((piece) => piece.split(CAMEL)).filter((part) => part !== "");
}
