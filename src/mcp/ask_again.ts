/** Asks once more where a file changed while the answer was made: its text would be left out. */
export async function askAgainIfStale<T>(
  ask: () => Promise<T>,
  results: (answer: T) => readonly { readonly stale?: true }[],
): Promise<T> {
  const answer = await ask();
  return results(answer).some(({ stale }) => stale) ? await ask() : answer;
}
