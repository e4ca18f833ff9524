// What the commands of `ra rag` say while they work.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createProgressLine, SAY_EVERY } from "../../src/cli/run/progress_line.ts";

function screen(rewrites: boolean) {
  const written: string[] = [];
  const clock = { ms: 1000, tick: (): void => {}, stopped: 0 };
  const pass = (ms: number): void => void (clock.ms += ms);
  return {
    ...{ written, clock, pass },
    screen: {
      rewrites,
      columns: () => 80,
      write: (text: string) => void written.push(text),
      now: () => clock.ms,
      every(milliseconds: number, action: () => void) {
        assert.equal(milliseconds, SAY_EVERY);
        clock.tick = action;
        return () => void clock.stopped++;
      },
    },
  };
}

test("without a terminal, progress is a line every ten seconds, however often it is told", () => {
  const { written, pass, screen: to } = screen(false);
  const line = createProgressLine(false, to);
  for (let done = 0; done < 350; done++) {
    line.show(`embedding: ${done} of 350 chunks`);
    pass(100);
  }
  line.clear();
  assert.deepEqual(written, [
    "ra: embedding: 100 of 350 chunks\n",
    "ra: embedding: 200 of 350 chunks\n",
    "ra: embedding: 300 of 350 chunks\n",
  ]);
});

test("work that tells nothing for long is named again, with its time, until it ends", () => {
  const { written, pass, clock, screen: to } = screen(false);
  const line = createProgressLine(false, to);
  line.say("fetch handbook");
  for (let at = 0; at < 2; at++) {
    pass(SAY_EVERY);
    clock.tick();
  }
  line.show("manuals: 1 of 3 big.pdf");
  pass(SAY_EVERY);
  clock.tick();
  line.show("manuals: 2 of 3 \u001b[31msmall.pdf");
  pass(4000);
  line.clear();
  pass(SAY_EVERY);
  clock.tick();
  assert.deepEqual(written, [
    "ra: fetch handbook\n",
    "ra: fetch handbook, for 10 s\n",
    "ra: fetch handbook, for 20 s\n",
    "ra: manuals: 1 of 3 big.pdf, for 10 s\n",
  ]);
  assert.equal(clock.stopped, 1);
});

test("a terminal has one line that is drawn anew, and --quiet has none", () => {
  const { written, pass, screen: to } = screen(true);
  const line = createProgressLine(false, to);
  line.show("a: 1 of 2");
  line.show("a: 2 of 2");
  pass(200);
  line.show("b: 1 of 2");
  line.say("fetch c");
  assert.deepEqual(written, ["\ra: 1 of 2\u001b[K", "\rb: 1 of 2\u001b[K", "\r\u001b[K", "ra: fetch c\n"]);
  const quiet = screen(false);
  const silent = createProgressLine(true, quiet.screen);
  silent.say("fetch c");
  quiet.pass(SAY_EVERY);
  silent.show("a");
  assert.deepEqual(quiet.written, []);
});
