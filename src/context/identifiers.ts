/** Names as they are written in source code. */

/**
 * Before a capital that follows something else than a capital, or that is followed by a small letter; as the index cuts
 * them.
 */
const CAMEL = /(?<=[^\p{Lu}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

/**
 * The words that a name is made of: `get`, `User`, `Name` of `getUserName`; `user` and `id` of `user_id`, `user-id`.
 */
export function identifierParts(name: string): readonly string[] {
  return name.split(/[_$-]+/).flatMap((piece) => piece.split(CAMEL)).filter((part) => part !== "");
}
