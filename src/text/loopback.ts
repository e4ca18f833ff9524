/** Tells addresses of this machine from others. */

/** Whether a host name, as it stands in a URL, can be reached from this machine only. */
export function isLoopbackHost(name: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(name);
}

/** The parsed address of an HTTP service. Undefined for anything else, and for one with a user's name or password. */
export function serviceUrl(address: string): URL | undefined {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return undefined;
  }
  const isHttp = url.protocol === "http:" || url.protocol === "https:";
  return isHttp && url.username === "" && url.password === "" ? url : undefined;
}
