/** The side of the thread that answers. */
import type { Warning } from "../../errors.ts";
import { takeMessages } from "../../host/workers.ts";
import type { Answerer } from "./call.ts";
import { failureOf, type FromAnswerer, type ToAnswerer } from "./thread_protocol.ts";

/** Makes the answerer from what the server sends first. */
export type Prepare = (setup: unknown, warn: (warning: Warning) => void) => Promise<Answerer>;

/** Runs in the thread. Takes calls and answers them; several may be open at the same time. */
export function answerCalls(prepare: Prepare): void {
  let answerer: Promise<Answerer> | undefined;
  const underWay = new Set<Promise<unknown>>();
  const say: (message: FromAnswerer) => void = takeMessages((message) => take(message as ToAnswerer));

  async function finish(): Promise<void> {
    (await answerer)?.close();
    await Promise.allSettled(underWay);
  }

  function take(message: ToAnswerer): void {
    if (message.kind === "prepare") {
      answerer = prepare(message.setup, (warning) => say({ kind: "warning", warning }));
      answerer.then(
        () => say({ kind: "prepared" }),
        (error: unknown) => say({ kind: "unprepared", failure: failureOf(error) }),
      );
      return;
    }
    if (message.kind === "close") {
      const closed = new Int32Array(message.closed);
      void finish().finally(() => {
        Atomics.store(closed, 0, 1);
        Atomics.notify(closed, 0);
      });
      return;
    }
    const { id, name, given, client, wantsProgress } = message;
    const stop = new Int32Array(message.stop);
    const answered = answerer?.then(({ answer }) =>
      answer(name, given, {
        client,
        signal: {
          get aborted() {
            return Atomics.load(stop, 0) !== 0;
          },
        },
        onProgress: wantsProgress ? (progress) => say({ kind: "progress", id, progress }) : undefined,
      })
    );
    if (answered === undefined) return;
    underWay.add(answered);
    answered.then(
      (value) => say({ kind: "value", id, value }),
      (error: unknown) => say({ kind: "failure", id, failure: failureOf(error) }),
    ).finally(() => underWay.delete(answered));
  }
}
