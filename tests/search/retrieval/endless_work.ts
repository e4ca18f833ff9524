// An account that never runs out, for answers whose cost does not matter.
import type { Work } from "../../../src/search/ports/work.ts";

export function endlessWork(): Work {
  return { left: Infinity, check: () => {}, goOn: async () => {} };
}
