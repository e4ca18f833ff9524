/** How long documents may be converted, and where what was converted is kept. */

/** What an update allows for the documents that need a converter. */
export interface ConversionLimits {
  /** Milliseconds for all documents together. Infinity: without a limit. */
  readonly totalMs: number;
  /** Milliseconds that one document may take; those before it may leave it less. */
  readonly longestMs: number;
  /** The folder where conversions are kept, so that no document is converted twice; null for nowhere. */
  readonly keptIn: string | null;
}

export interface Conversions extends ConversionLimits {
  /** The milliseconds that are left for all documents. The clock starts at the first call. */
  left(): number;
}

/** The refresh before an answer. */
export const REFRESH_LIMITS: Omit<ConversionLimits, "keptIn"> = { totalMs: 20_000, longestMs: 20_000 };
/** An update that somebody asked for, who can stop it. */
export const UPDATE_LIMITS: Omit<ConversionLimits, "keptIn"> = { totalMs: Infinity, longestMs: Infinity };

/** `now` gives milliseconds and never goes back. */
export function startConversions(limits: ConversionLimits, now: () => number): Conversions {
  let end: number | undefined;
  return { ...limits, left: () => Math.max(0, (end ??= now() + limits.totalMs) - now()) };
}

/** Why a document is not indexed yet. The next update goes on with it. */
export const WAITS = "it waits to be converted";
/** The same for one that takes longer than a refresh may. Only an update that somebody asks for converts it. */
export const WAITS_LONG = "it waits for `ra update`, because converting it takes longer than 20 s";

export function isWaiting(reason: string | null): boolean {
  return reason === WAITS || reason === WAITS_LONG;
}

/** Thrown where no time is left for a document. */
export class DocumentWaits extends Error {
  override readonly name = "DocumentWaits";
  readonly reason: string;

  /** `isSlow`: it had all the time that one document may take. */
  constructor(isSlow: boolean) {
    super(isSlow ? WAITS_LONG : WAITS);
    this.reason = this.message;
  }
}
