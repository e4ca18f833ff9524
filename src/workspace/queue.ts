/** Runs asynchronous work one after the other, in the order of the calls. */
export type Queue = <T>(work: () => Promise<T>) => Promise<T>;

/** Two answers of one workspace never refresh its index at the same time. */
export function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next;
    return next;
  };
}
