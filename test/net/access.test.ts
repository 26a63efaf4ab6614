import { describe, expect, it } from "vitest"
import { checkAnswers, checkTarget, checkUnresolved, createAccess } from "../../src/net/access.ts"
import { parseWebUrl } from "../../src/net/url.ts"

const closed = createAccess()

function verdict(url: string, access = closed): string {
  return checkTarget(parseWebUrl(url), access)?.reason ?? "open"
}

describe("checkTarget", () => {
  it.each([
    "https://172.15.0.1/",
    "https://example.com:8443/",
    "http://example.com:8080/",
    "https://example.com:3000/",
    "https://localhost.example.com/",
    "https://[64:ff9b::808:808]/",
  ])("opens %s", (url) => {
    expect(verdict(url)).toBe("open")
  })

  it.each([
    "http://127.0.0.1/",
    "http://2130706433/",
    "http://0177.0.0.1/",
    "http://[::ffff:7f00:1]/",
    "http://LOCALHOST./",
    "http://127。0。0。1/",
    "http://metadata.google.internal/",
  ])("denies the address of %s", (url) => {
    expect(verdict(url)).toBe("address-denied")
  })

  it.each([22, 25, 110, 1023, 3306, 5432, 6000, 6379, 9200, 10080, 11211, 27017])(
    "denies port %i",
    (port) => {
      expect(verdict(`http://example.com:${port}/`)).toBe("port-denied")
    },
  )

  it("opens a closed port that the user names", () => {
    expect(verdict("http://example.com:9200/", createAccess({ allowPorts: [9200] }))).toBe("open")
  })

  it("opens exactly the host and port that the user names", () => {
    const access = createAccess({ allowPrivate: ["localhost:3000"] })
    expect(verdict("http://localhost:3000/", access)).toBe("open")
    expect(verdict("http://localhost:3001/", access)).toBe("address-denied")
    expect(verdict("http://127.0.0.1:3000/", access)).toBe("address-denied")
    expect(verdict("http://a.localhost:3000/", access)).toBe("address-denied")
  })

  it("opens an IPv6 literal by host and port", () => {
    const access = createAccess({ allowPrivate: ["[::1]:3000"] })
    expect(verdict("http://[::1]:3000/", access)).toBe("open")
  })

  it("opens a network that the user names, in every spelling of its addresses", () => {
    const access = createAccess({ allowPrivate: ["10.0.0.0/8"] })
    expect(verdict("http://10.1.2.3/", access)).toBe("open")
    expect(verdict("http://[::ffff:10.1.2.3]/", access)).toBe("open")
    expect(verdict("http://192.168.0.1/", access)).toBe("address-denied")
  })

  it("never opens metadata services", () => {
    const access = createAccess({
      allowPrivate: ["0.0.0.0/0", "::/0", "169.254.169.254:80", "metadata.google.internal:80"],
    })
    expect(verdict("http://169.254.169.254/", access)).toBe("address-denied")
    expect(verdict("http://metadata.google.internal/", access)).toBe("address-denied")
    expect(verdict("http://[fd00:ec2::254]/", access)).toBe("address-denied")
    expect(verdict("http://[::ffff:a9fe:a9fe]/", access)).toBe("address-denied")
  })

  it("tells the user's switch, and does so for metadata not", () => {
    const local = checkTarget(parseWebUrl("http://localhost:3000/?token=secret"), closed)
    expect(local?.message).toBe(
      "NET_ADDRESS_DENIED: http://localhost:3000/?… was not contacted: localhost is a name for private use.\n" +
        'Do not try other spellings. The user can open it with "allowPrivate": ["localhost:3000"] in the global configuration.',
    )
    const metadata = checkTarget(parseWebUrl("http://169.254.169.254/"), closed)
    expect(metadata?.message).toContain("No setting opens this")
  })
})

describe("checkUnresolved", () => {
  const access = createAccess({ allowPrivate: ["10.0.0.0/8", "wiki.corp:80"] })
  const judge = (url: string) => checkUnresolved(parseWebUrl(url), access)?.reason ?? "open"

  it("lets no opened network vouch for a private name", () => {
    expect(judge("http://router.lan/")).toBe("address-denied")
    expect(judge("http://wiki.corp/")).toBe("open")
  })

  it("judges literals and public names as ever", () => {
    expect(judge("http://10.1.2.3/")).toBe("open")
    expect(judge("http://192.168.0.1/")).toBe("address-denied")
    expect(judge("https://example.com/")).toBe("open")
  })
})

describe("checkAnswers", () => {
  const url = parseWebUrl("https://pages.example/")

  it.each([
    [["127.0.0.1"]],
    [["93.184.215.14", "10.0.0.1"]],
    [["::1"]],
    [["::ffff:10.0.0.1"]],
    [["0.0.0.0"]],
    [["169.254.169.254"]],
  ])("denies a name that resolves to %j", (answers) => {
    expect(checkAnswers(url, answers, closed)?.reason).toBe("address-denied")
  })

  it("opens a name whose answers are all public", () => {
    expect(checkAnswers(url, ["93.184.215.14", "2606:4700::1111"], closed)).toBeUndefined()
  })

  it("keeps metadata closed behind an opened name", () => {
    const access = createAccess({ allowPrivate: ["pages.example:443"] })
    expect(checkAnswers(url, ["10.0.0.1"], access)).toBeUndefined()
    expect(checkAnswers(url, ["169.254.169.254"], access)?.reason).toBe("address-denied")
  })
})
