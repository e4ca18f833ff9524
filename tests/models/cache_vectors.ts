/** The vectors that the tests of the cache store. */
export const KEY = "0123456789abcdef0123456789abcdef";

/** A vector that only this text has. */
export function vectorOf(text: string, dimensions = 16): Float32Array {
  let state = 1;
  for (const character of text) state = (Math.imul(state, 31) + character.codePointAt(0)!) >>> 0;
  return Float32Array.from({ length: dimensions }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  });
}
