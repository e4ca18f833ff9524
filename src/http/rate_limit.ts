/**
 * A bucket of permits: it fills by `perSecond` up to `burst`. The function takes one, and returns false when there is
 * none.
 */
export function createRateLimit(
  { perSecond, burst, now }: { readonly perSecond: number; readonly burst: number; now(): number },
): () => boolean {
  let left = burst;
  let filled = now();
  return () => {
    const time = now();
    left = Math.min(burst, left + ((time - filled) / 1000) * perSecond);
    filled = time;
    if (left < 1) return false;
    left--;
    return true;
  };
}
