import test from "node:test";
import assert from "node:assert/strict";
import fc from "fast-check";
import { type Fingerprint, isRacy, sameFingerprint } from "../../src/store/files/fingerprint.ts";

/** A time as a file system gives it, beyond the integers that a number represents exactly. */
const NANOSECONDS = Number(1795254960715503455n);

const fingerprint = (part: Partial<Fingerprint>): Fingerprint => ({
  size: 10,
  mtimeNs: NANOSECONDS,
  ctimeNs: NANOSECONDS,
  inode: 7,
  ...part,
});

test("sameFingerprint() notices a change of any part", () => {
  assert.equal(sameFingerprint(fingerprint({}), fingerprint({})), true);
  assert.equal(sameFingerprint(fingerprint({}), fingerprint({ size: 11 })), false);
  assert.equal(sameFingerprint(fingerprint({}), fingerprint({ inode: 8 })), false);
  assert.equal(sameFingerprint(fingerprint({}), fingerprint({ mtimeNs: NANOSECONDS + 1000 })), false);
  assert.equal(sameFingerprint(fingerprint({}), fingerprint({ ctimeNs: NANOSECONDS + 100_000 })), false);
});

test("sameFingerprint() compares at the precision of the coarser runtime", () => {
  const coarse = fingerprint({ mtimeNs: 1795254960715e6, ctimeNs: 1795254960e9 });
  assert.equal(sameFingerprint(fingerprint({}), coarse), true);
  assert.equal(sameFingerprint(coarse, fingerprint({})), true);
  assert.equal(sameFingerprint(fingerprint({}), { ...coarse, mtimeNs: 1795254960716e6 }), false);
  assert.equal(sameFingerprint(fingerprint({}), { ...coarse, ctimeNs: 1795254961e9 }), false);
  assert.equal(sameFingerprint(coarse, { ...coarse, mtimeNs: 1795254960714e6 }), false);
});

test("sameFingerprint() holds for any time and its coarse reading, in both directions", () => {
  const times = fc.tuple(
    fc.integer({ min: 1.6e9, max: 2e9 }),
    fc.integer({ min: 0, max: 999 }),
    fc.integer({ min: 0, max: 999_000 }),
  );
  fc.assert(
    fc.property(times, ([seconds, milliseconds, nanoseconds]) => {
      const fine = fingerprint({
        mtimeNs: seconds * 1e9 + milliseconds * 1e6 + nanoseconds,
        ctimeNs: seconds * 1e9 + milliseconds * 1e6,
      });
      const coarse = fingerprint({ mtimeNs: (seconds * 1000 + milliseconds) * 1e6, ctimeNs: seconds * 1e9 });
      assert.equal(sameFingerprint(fine, coarse), true);
      assert.equal(sameFingerprint(coarse, fine), true);
      assert.equal(sameFingerprint(fine, { ...fine, mtimeNs: fine.mtimeNs + 2e9 }), false);
    }),
    { numRuns: 300 },
  );
});

test("isRacy() is true for times later than two seconds before the read", () => {
  const at = 1795254960000000000;
  const aged = (seconds: number): Fingerprint =>
    fingerprint({ mtimeNs: at - seconds * 1e9, ctimeNs: at - seconds * 1e9 });
  assert.equal(isRacy(aged(3), at), false);
  assert.equal(isRacy(aged(1), at), true);
  assert.equal(isRacy(aged(-5), at), true);
  assert.equal(isRacy({ ...aged(3), mtimeNs: at - 1e9 }, at), true);
  assert.equal(isRacy({ ...aged(3), ctimeNs: at - 1e9 }, at), true);
});
