// Notes each path that a program hands to its file system. The runtime loads it before the program, which does not know
// of it. A note is a line: the name of the function, a tab and the absolute path. It is JavaScript, because the oldest
// Node does not read TypeScript.
import fs from "node:fs";
import module from "node:module";
import { resolve } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

/** Functions of `node:fs` and of `Deno` whose first argument is a path. */
const PATH =
  /^(?:access|appendFile|chmod|chown|copyFile|cp|create|create(?:Read|Write)Stream|exists|lchown|link|lstat|lutimes|makeTempDir|makeTempFile|mkdir|mkdtemp|open|openAsBlob|opendir|read(?:Dir|File|Link|TextFile|dir|link)|real[pP]ath|remove|rename|rm|rmdir|stat|statfs|truncate|unlink|utimes?|watch|watchFile|watchFs|write(?:File|TextFile))(?:Sync)?$/;
/** Functions whose second argument is a path. What a new link says is not one. */
const SECOND = /^(?:copyFile|cp|link|rename|symlink)(?:Sync)?$/;

/** Appends what the program uses to this file. */
export function recordPaths(to) {
  const { openSync, writeSync } = fs;
  const into = openSync(to, "a");
  const seen = new Set();
  const note = (name, path) => {
    const text = textOf(path);
    if (text === undefined || text === "") return;
    const line = `${name.replace(/Sync$/, "")}\t${resolve(process.cwd(), text).replaceAll("\n", "\\n")}\n`;
    if (seen.has(line)) return;
    seen.add(line);
    writeSync(into, line);
  };
  const noting = (name, call) => {
    const wrapped = function (...args) {
      if (PATH.test(name)) note(name, args[0]);
      if (SECOND.test(name)) note(name, args[1]);
      return call.apply(this, args);
    };
    // Such as `realpath.native`.
    for (const [key, inner] of Object.entries(call)) {
      wrapped[key] = typeof inner === "function" ? noting(name, inner) : inner;
    }
    return wrapped;
  };
  const wrap = (owner) => {
    for (const [name, value] of Object.entries(owner)) {
      if (typeof value === "function" && (PATH.test(name) || SECOND.test(name))) owner[name] = noting(name, value);
    }
  };
  wrap(fs);
  wrap(fs.promises);
  module.syncBuiltinESMExports();
  if ("Deno" in globalThis) wrap(globalThis.Deno);
}

function textOf(path) {
  if (path instanceof URL) return path.protocol === "file:" ? fileURLToPath(path) : undefined;
  if (path instanceof Uint8Array) return new TextDecoder().decode(path);
  return typeof path === "string" ? path : undefined;
}
