/** A separate process for `model_processes.test.ts`: it adds the models of some folders by turns, some times. */
import process from "node:process";
import { createDiskFileSystem } from "../../src/host/disk_file_system.ts";
import { addModel } from "../../src/models/installed/add_model.ts";

const [home = "", times = "", ...sources] = process.argv.slice(2);
const host = {
  fs: createDiskFileSystem(),
  home,
  resolve: (path: string) => path,
  onWait: () => void process.stdout.write("waits\n"),
  onFile() {},
  onProgress() {},
};
process.stdout.write("ready\n");
for (let time = 0; time < Number(times); time++) {
  for (const what of sources) {
    const { files } = await addModel({ what, name: "mine" }, host);
    process.stdout.write(`${files["config.json"]}\n`);
  }
}
