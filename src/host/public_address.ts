/** Tells the addresses of the public internet from those of a machine, a home or a company. */
import { BlockList, isIP } from "node:net";

/** IANA's special-purpose registries (RFC 6890 and later), as far as no public host may have such an address. */
const NOT_PUBLIC_V4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const;
/** Everything but 2000::/3, and the parts of it that hold or hide other addresses (NAT64, Teredo, 6to4, examples). */
const NOT_PUBLIC_V6 = [
  ["::", 3],
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
  ["4000::", 2],
  ["8000::", 1],
] as const;

// A list a family: Node holds that the IPv4 address 8.8.8.8 lies in ::/3, because ::ffff:8.8.8.8 does.
const notPublic = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [net, prefix] of NOT_PUBLIC_V4) notPublic.ipv4.addSubnet(net, prefix, "ipv4");
for (const [net, prefix] of NOT_PUBLIC_V6) notPublic.ipv6.addSubnet(net, prefix, "ipv6");

/** Whether an address, written as four numbers or as IPv6 without brackets, is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 0) return false;
  const family = version === 4 ? "ipv4" : "ipv6";
  return !notPublic[family].check(address.replace(/%.*$/, ""), family);
}

/** Whether the host of a URL is an address and no name. */
export function literalAddress(hostname: string): string | undefined {
  const plain = hostname.replace(/^\[|\]$/g, "");
  return isIP(plain) === 0 ? undefined : plain;
}
