/** Something that takes any bytes: how to make them, and what must hold. */
import type fc from "fast-check";

export interface Target {
  readonly name: string;
  /** Random bytes, and inputs that get further than random bytes would. */
  readonly inputs: fc.Arbitrary<Uint8Array>;
  /** Fails with an assertion, or with anything undocumented that ra throws. */
  check(input: Uint8Array): Promise<void>;
  /** Ends what the checks started. The next check starts it anew. */
  close?(): Promise<void>;
}
