/** A service behind HTTP in OpenAI's manner: its addresses, its key, and what its errors say. */
import { environmentVariable } from "../process.ts";
import { serviceUrl } from "../../text/loopback.ts";
import { sanitizeLine } from "../../text/sanitize.ts";
import { createKeyMask } from "./key_mask.ts";
import { messageIn } from "./service_words.ts";

export interface Endpoint {
  /** Without the key. It tells one service from another. */
  readonly place: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The address of a path below the service's own, or beside it with `../`. */
  urlOf(path: string): URL;
  /** What the service says about an error, in one line and without the key. Empty where it says nothing. */
  saysOf(json: unknown): string;
  /** Text of the service in one line of a message, without the key and what gives it away. */
  shown(text: string): string;
}

export interface EndpointSettings {
  readonly base_url?: string | undefined;
  readonly api_key_env?: string | undefined;
}

/** What is shown, and what is looked at for it, in characters. */
const MAX_LENGTH = 200;
const MAX_SEEN = 10 * MAX_LENGTH;

/** `no-address`: it is missing or no address. `no-key`: the environment has no key under the name. */
export function openEndpoint({ base_url, api_key_env }: EndpointSettings): Endpoint | "no-address" | "no-key" {
  const base = base_url === undefined ? undefined : serviceUrl(base_url);
  if (base === undefined) return "no-address";
  const key = api_key_env === undefined ? undefined : environmentVariable(api_key_env);
  if (api_key_env !== undefined && (key === undefined || !/^[\x21-\x7e]+$/.test(key))) return "no-key";
  const place = `${base.origin}${base.pathname.replace(/\/+$/, "")}`;
  const mask = key === undefined ? (text: string) => text : createKeyMask(key);
  const shown = (text: string): string => sanitizeLine(mask(text.slice(0, MAX_SEEN))).slice(0, MAX_LENGTH);
  return {
    place,
    shown,
    headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
    urlOf(path) {
      const url = new URL(base);
      const folder = url.pathname.replace(/\/+$/, "");
      url.pathname = path.startsWith("../") ? folder.replace(/\/[^/]*$/, path.slice(2)) : `${folder}/${path}`;
      return url;
    },
    saysOf: (json) => shown(messageIn(json)),
  };
}
