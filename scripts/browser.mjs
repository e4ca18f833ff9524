// Finds the browser for the tests of the page: an installed one, or Debian's Chromium, which it installs if that needs
// no password.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

const PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

const present = () => [process.env.RA_TEST_BROWSER, ...PLACES].find((path) => path !== undefined && existsSync(path));

function runs(command, ...parameters) {
  try {
    execFileSync(command, parameters, { stdio: "ignore", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } });
    return true;
  } catch {
    return false;
  }
}

/** Returns the path of a browser, or the reason why there is none. */
export function findBrowser() {
  const path = present();
  if (path !== undefined) return { path };
  if (!existsSync("/usr/bin/apt-get")) return { reason: "there is no Chromium; RA_TEST_BROWSER names one" };
  const sudo = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  if (sudo.length > 0 && !runs("sudo", "-n", "true")) {
    return { reason: "there is no Chromium, and installing it (apt-get install chromium) takes a password" };
  }
  console.error("test: installing Debian's chromium (once)");
  const [command, ...before] = [...sudo, "apt-get"];
  if (!runs(command, ...before, "install", "-y", "-qq", "--no-install-recommends", "chromium")) {
    runs(command, ...before, "update", "-qq");
    runs(command, ...before, "install", "-y", "-qq", "--no-install-recommends", "chromium");
  }
  const installed = present();
  return installed === undefined
    ? { reason: "there is no Chromium, and apt-get could not install it" }
    : { path: installed };
}
