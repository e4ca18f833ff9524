/**
 * Several lanes share the items of a list. Each takes one after the other. When one fails, the others finish what they
 * have and take no more; then throws what the first of the lanes threw.
 */
export async function shareOut<T, L>(
  items: readonly T[],
  lanes: readonly L[],
  work: (item: T, at: number, lane: L) => Promise<void>,
): Promise<void> {
  let next = 0;
  const run = async (lane: L): Promise<void> => {
    while (next < items.length) {
      const at = next++;
      try {
        await work(items[at]!, at, lane);
      } catch (error) {
        next = items.length;
        throw error;
      }
    }
  };
  const ends = await Promise.allSettled(lanes.map(run));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}
