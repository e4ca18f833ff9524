/** A bucket that fills by `perSecond` up to `burst`; each request takes one out. False when it is empty. */
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
