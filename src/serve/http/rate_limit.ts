/**
 * Makes a token bucket, which fills by `perSecond` up to `burst`. The returned function takes one token, and returns
 * false if there is none.
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
