import { describe, expect, it } from "vitest"
import { innermostAddress, judgeAddress, judgeName } from "../../src/net/address-policy.ts"

/** First and last address of every block of the registries, one list per verdict. */
const privateBlocks = [
  ["0.0.0.0", "0.255.255.255"],
  ["10.0.0.0", "10.255.255.255"],
  ["100.64.0.0", "100.127.255.255"],
  ["127.0.0.0", "127.255.255.255"],
  ["172.16.0.0", "172.31.255.255"],
  ["192.0.0.0", "192.0.0.191"],
  ["192.0.2.0", "192.0.2.255"],
  ["192.31.196.0", "192.31.196.255"],
  ["192.52.193.0", "192.52.193.255"],
  ["192.88.99.0", "192.88.99.255"],
  ["192.168.0.0", "192.168.255.255"],
  ["192.175.48.0", "192.175.48.255"],
  ["198.18.0.0", "198.19.255.255"],
  ["198.51.100.0", "198.51.100.255"],
  ["203.0.113.0", "203.0.113.255"],
  ["224.0.0.0", "239.255.255.255"],
  ["240.0.0.0", "255.255.255.255"],
  ["::", "::1"],
  ["::7f00:1", "::ffff"],
  ["64:ff9b:1::", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff"],
  ["100::", "100::ffff:ffff:ffff:ffff"],
  ["100:0:0:1::", "100:0:0:1:ffff:ffff:ffff:ffff"],
  ["2001:2::", "2001:2:0:ffff:ffff:ffff:ffff:ffff"],
  ["2001:3::", "2001:3:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["2001:4:112::", "2001:4:112:ffff:ffff:ffff:ffff:ffff"],
  ["2001:10::", "2001:1f:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["2001:20::", "2001:2f:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["2001:30::", "2001:3f:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["2001:100::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["2620:4f:8000::", "2620:4f:8000:ffff:ffff:ffff:ffff:ffff"],
  ["3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["4000::", "5eff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["5f00::", "5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["8000::", "fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["fec0::", "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["ff00::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
].flat()

const publicNeighbours = [
  "1.0.0.0",
  "9.255.255.255",
  "11.0.0.0",
  "100.63.255.255",
  "100.128.0.0",
  "126.255.255.255",
  "128.0.0.0",
  "172.15.255.255",
  "172.32.0.0",
  "191.255.255.255",
  "192.0.1.0",
  "192.0.3.0",
  "192.167.255.255",
  "192.169.0.0",
  "198.17.255.255",
  "198.20.0.0",
  "203.0.112.255",
  "203.0.114.0",
  "223.255.255.255",
  "2001:200::1",
  "2001:4860:4860::8888",
  "2606:4700:4700::1111",
  "2a00:1450:4001:81b::200e",
]

describe("judgeAddress", () => {
  it.each(privateBlocks)("finds %s not public", (address) => {
    expect(judgeAddress(address).kind).toBe("private")
  })

  it.each(publicNeighbours)("finds %s public", (address) => {
    expect(judgeAddress(address).kind).toBe("public")
  })

  it.each([
    "169.254.0.0",
    "169.254.169.254",
    "169.254.170.2",
    "169.254.255.255",
    "168.63.129.16",
    "192.0.0.192",
    "100.100.100.200",
    "fd00:ec2::254",
    "fd20:ce::254",
    "fe80::1",
    "febf:ffff::1",
    "::ffff:169.254.169.254",
    "64:ff9b::a9fe:a9fe",
    "2002:a9fe:a9fe::",
    "not-an-address",
    "fe80::1%eth0",
  ])("never opens %s", (address) => {
    expect(judgeAddress(address).kind).toBe("never")
  })

  it.each([
    ["IPv4-mapped", "::ffff:10.0.0.1", "private"],
    ["IPv4-mapped", "::ffff:8.8.8.8", "public"],
    ["IPv4-translated", "::ffff:0:127.0.0.1", "private"],
    ["NAT64", "64:ff9b::7f00:1", "private"],
    ["NAT64", "64:ff9b::808:808", "public"],
    ["NAT64 beyond /96", "64:ff9b::1:0:808:808", "private"],
    ["6to4", "2002:c0a8:101::1", "private"],
    ["6to4", "2002:808:808::1", "public"],
    ["Teredo with a loopback client", "2001:0:808:808:8000:63bf:80ff:fffe", "private"],
    ["Teredo with a private server", "2001:0:a00:1:8000:63bf:f7f7:f7f7", "private"],
    ["Teredo", "2001:0:808:808:8000:63bf:f7f7:f7f7", "public"],
    ["ISATAP", "2a00:1450::5efe:a00:1", "private"],
    ["ISATAP, universal bit", "2a00:1450::200:5efe:c0a8:1", "private"],
  ])("judges %s %s by the address inside", (_form, address, kind) => {
    expect(judgeAddress(address).kind).toBe(kind)
  })
})

describe("innermostAddress", () => {
  it("is the address itself where nothing is embedded", () => {
    expect(innermostAddress("2606:4700::1111")?.toString()).toBe("2606:4700::1111")
  })
})

describe("judgeName", () => {
  it.each([
    "localhost",
    "foo.localhost",
    "localhost.localdomain",
    "printer.local",
    "db.internal",
    "router.home.arpa",
    "nas.lan",
    "app.test",
    "hidden.onion",
    "1.0.0.10.in-addr.arpa",
  ])("finds %s private", (name) => {
    expect(judgeName(name).kind).toBe("private")
  })

  it.each(["metadata", "metadata.google.internal", "instance-data.ec2.internal"])(
    "never opens %s",
    (name) => {
      expect(judgeName(name).kind).toBe("never")
    },
  )

  it.each(["example.com", "localhost.example.com", "internal.example.com", "metadata.example.com"])(
    "lets %s be resolved",
    (name) => {
      expect(judgeName(name).kind).toBe("public")
    },
  )
})
