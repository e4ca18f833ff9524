/** Tells where a link of Org leads. */
import { slugify } from "../../../text/slug.ts";
import type { OrgSettings } from "./settings.ts";

const ABOVE = /^(?:file(?:\+\w+)?|attachment):/;

export interface OrgDestination {
  readonly destination: string;
  /** How many characters of the path no reader sees, when the link has no text of its own. */
  readonly hidden: number;
}

export function destinationOf(
  path: string,
  { addresses, ids }: Pick<OrgSettings, "addresses" | "ids">,
): OrgDestination {
  const written = path.replace(/\\([[\]\\])/g, "$1");
  const file = ABOVE.exec(written)?.[0];
  if (file !== undefined || /^(?:\.{0,2}\/|~\/)/.test(written)) {
    return { destination: inFile(written.slice(file?.length ?? 0)), hidden: file?.length ?? 0 };
  }
  if (written.startsWith("#")) return { destination: written, hidden: 1 };
  if (written.startsWith("*")) return { destination: `#${slugify(written.slice(1))}`, hidden: 1 };
  const [, scheme = "", rest = ""] = /^([a-zA-Z][\w+.-]*):(.*)$/s.exec(written) ?? [];
  if (scheme === "id" && ids.has(rest)) return { destination: `#${rest}`, hidden: 3 };
  const address = addresses.get(scheme);
  if (address !== undefined) {
    const full = /%[sh]/.test(address) ? address.replace(/%[sh]/, () => rest) : address + rest;
    return { destination: full, hidden: 0 };
  }
  return { destination: scheme === "" ? `#${written.trim()}` : written, hidden: 0 };
}

/** `file::*Heading` and `file::#id`. A number of a line leads to no place of its own. */
function inFile(path: string): string {
  const at = path.indexOf("::");
  if (at < 0) return path;
  const place = path.slice(at + 2);
  const name = place.startsWith("*") ? slugify(place.slice(1)) : place.startsWith("#") ? place.slice(1) : place;
  return /^\d*$/.test(name) ? path.slice(0, at) : `${path.slice(0, at)}#${name}`;
}
