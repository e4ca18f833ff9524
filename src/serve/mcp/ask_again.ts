/** Asks once more if a file changed while the answer was made. Otherwise the answer would lack its text. */
export async function askAgainIfStale<T>(
  ask: () => Promise<T>,
  results: (answer: T) => readonly { readonly stale?: true }[],
): Promise<T> {
  const answer = await ask();
  return results(answer).some(({ stale }) => stale) ? await ask() : answer;
}
