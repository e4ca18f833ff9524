/** A thread that starts a process, which then never ends. */
import { createConverterProcess } from "../../src/host/converter_process.ts";
import { childPlace } from "../../src/host/start_child.ts";
import { answerMessages } from "../../src/host/workers.ts";

const converter = createConverterProcess(childPlace(new URL("./child_worker.ts", import.meta.url), []));
const ask = (task: string) => converter.convert({ task, bytes: new Uint8Array(), timeoutMs: 60_000, mostBytes: 0 });

answerMessages(async () => {
  const answer = await ask("where");
  void ask("hangs");
  return "value" in answer ? answer.value : answer.reason;
}, () => []);
