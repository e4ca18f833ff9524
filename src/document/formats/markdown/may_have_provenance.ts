/** Tells most texts from those that say where they come from. */

/** Frontmatter that has it, has it near the top. */
const LOOKED_AT = 4096;

/** A quick look, which is true for each text that has a provenance. */
export function mayHaveProvenance(bytes: Uint8Array): boolean {
  if (bytes[0] !== 0x2d || bytes[1] !== 0x2d || bytes[2] !== 0x2d) return false;
  return /\nsource_id:/.test(new TextDecoder("latin1").decode(bytes.subarray(0, LOOKED_AT)));
}
