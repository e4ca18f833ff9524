/** When to ask a service again that is busy or away. */

/** Whether a later try may have another answer. */
export function isBusy(status: number): boolean {
  return status === 429 || status >= 500;
}

/** The pause that an answer asks for, in milliseconds: `Retry-After` in seconds, or as a date. */
export function retryAfterMs(header: string | null | undefined): number | undefined {
  if (header === null || header === undefined) return undefined;
  const milliseconds = /^\d+(\.\d+)?$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : undefined;
}

/** The pause after so many tries, in milliseconds: twice as long each time. */
export function backoffMs(firstMs: number, tries: number): number {
  return firstMs * 2 ** (tries - 1);
}

/** What the runtime says about an exchange that failed. The cause of a failed `fetch` says more than the failure. */
export function failedExchange(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}
