/** Something that takes any bytes: how to make them, and what must hold for them. */
import type fc from "fast-check";

export interface Target {
  readonly name: string;
  /** Inputs that get further than random bytes would, and random bytes. */
  readonly inputs: fc.Arbitrary<Uint8Array>;
  /** Fails with an assertion, or with anything that ra throws and does not document. */
  check(input: Uint8Array): Promise<void>;
}
