import assert from "node:assert/strict";
import { test } from "node:test";
import { isPublicAddress } from "../../../src/host/public_address.ts";

test("addresses of public hosts are public", () => {
  const addresses = ["1.1.1.1", "8.8.8.8", "172.15.0.1", "172.32.0.1", "100.128.0.1", "192.0.1.1", "223.255.255.255"];
  for (const address of [...addresses, "2606:4700::1111", "2001:4860:4860::8888", "2a00:1450::1"]) {
    assert.equal(isPublicAddress(address), true, address);
  }
});

test("addresses of machines, homes and companies, and those that hide others, are not", () => {
  const v4 = ["127.0.0.1", "10.1.1.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254", "100.64.0.1"];
  const more = ["0.0.0.0", "224.0.0.1", "239.255.255.250", "255.255.255.255", "198.18.0.1", "203.0.113.9"];
  const v6 = ["::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "fdff::1", "ff02::1", "2001:db8::1", "100::1"];
  const hiding = [
    "::ffff:127.0.0.1",
    "::ffff:8.8.8.8",
    "::127.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b:1::1",
    "2002:7f00:1::",
  ];
  const noAddress = ["", "localhost", "8.8.8", "8.8.8.8 "];
  for (const address of [...v4, ...more, ...v6, ...hiding, ...noAddress]) {
    assert.equal(isPublicAddress(address), false, address);
  }
});
