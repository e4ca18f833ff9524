import test from "node:test";
import assert from "node:assert/strict";
import fc from "fast-check";
import { isRacy, sameStamp, type Stamp } from "../../src/store/stamp.ts";

const stamp = (part: Partial<Stamp>): Stamp => ({
  size: 10,
  mtimeNs: 1795254960715503455,
  ctimeNs: 1795254960715503455,
  inode: 7,
  ...part,
});

test("sameStamp() sees a change of any part", () => {
  assert.equal(sameStamp(stamp({}), stamp({})), true);
  assert.equal(sameStamp(stamp({}), stamp({ size: 11 })), false);
  assert.equal(sameStamp(stamp({}), stamp({ inode: 8 })), false);
  assert.equal(sameStamp(stamp({}), stamp({ mtimeNs: 1795254960715504455 })), false);
  assert.equal(sameStamp(stamp({}), stamp({ ctimeNs: 1795254960715603455 })), false);
});

test("sameStamp() compares at what the coarser runtime knows", () => {
  const coarse = stamp({ mtimeNs: 1795254960715e6, ctimeNs: 1795254960e9 });
  assert.equal(sameStamp(stamp({}), coarse), true);
  assert.equal(sameStamp(coarse, stamp({})), true);
  assert.equal(sameStamp(stamp({}), { ...coarse, mtimeNs: 1795254960716e6 }), false);
  assert.equal(sameStamp(stamp({}), { ...coarse, ctimeNs: 1795254961e9 }), false);
  assert.equal(sameStamp(coarse, { ...coarse, mtimeNs: 1795254960714e6 }), false);
});

test("sameStamp() holds for any time and its coarse reading, both ways", () => {
  const times = fc.tuple(
    fc.integer({ min: 1.6e9, max: 2e9 }),
    fc.integer({ min: 0, max: 999 }),
    fc.integer({ min: 0, max: 999_000 }),
  );
  fc.assert(
    fc.property(times, ([seconds, milliseconds, nanoseconds]) => {
      const fine = stamp({
        mtimeNs: seconds * 1e9 + milliseconds * 1e6 + nanoseconds,
        ctimeNs: seconds * 1e9 + milliseconds * 1e6,
      });
      const coarse = stamp({ mtimeNs: (seconds * 1000 + milliseconds) * 1e6, ctimeNs: seconds * 1e9 });
      assert.equal(sameStamp(fine, coarse), true);
      assert.equal(sameStamp(coarse, fine), true);
      assert.equal(sameStamp(fine, { ...fine, mtimeNs: fine.mtimeNs + 2e9 }), false);
    }),
    { numRuns: 300 },
  );
});

test("isRacy() is true within two seconds before reading and any time after", () => {
  const at = 1795254960000000000;
  const aged = (seconds: number): Stamp => stamp({ mtimeNs: at - seconds * 1e9, ctimeNs: at - seconds * 1e9 });
  assert.equal(isRacy(aged(3), at), false);
  assert.equal(isRacy(aged(1), at), true);
  assert.equal(isRacy(aged(-5), at), true);
  assert.equal(isRacy({ ...aged(3), mtimeNs: at - 1e9 }, at), true);
  assert.equal(isRacy({ ...aged(3), ctimeNs: at - 1e9 }, at), true);
});
