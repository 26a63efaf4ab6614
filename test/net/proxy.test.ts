import { describe, expect, it } from "vitest"
import { chooseProxy } from "../../src/net/proxy.ts"

function choose(url: string, environment: Record<string, string>): string | undefined {
  return chooseProxy(new URL(url), environment)?.href
}

describe("chooseProxy", () => {
  it.each([
    ["http://a.example/", { HTTP_PROXY: "http://p:1" }, "http://p:1/"],
    ["https://a.example/", { HTTP_PROXY: "http://p:1" }, undefined],
    ["https://a.example/", { HTTPS_PROXY: "http://p:2", https_proxy: "http://q:3" }, "http://q:3/"],
    ["https://a.example/", { ALL_PROXY: "p:4" }, "http://p:4/"],
    ["https://a.example/", { HTTPS_PROXY: "  " }, undefined],
  ])("of %s in %j is %s", (url, environment, expected) => {
    expect(choose(url, environment)).toBe(expected)
  })

  it.each([
    ["*"],
    ["a.example"],
    [".a.example"],
    ["other, A.EXAMPLE"],
    ["example"],
    ["a.example:443"],
  ])("goes direct where NO_PROXY is %s", (noProxy) => {
    expect(
      choose("https://a.example/", { ALL_PROXY: "http://p:1", NO_PROXY: noProxy }),
    ).toBeUndefined()
  })

  it.each([["b.example"], ["a.example:8443"], ["xa.example"], ["10.0.0.0/8"]])(
    "keeps the proxy where NO_PROXY is %s",
    (noProxy) => {
      expect(choose("https://a.example/", { ALL_PROXY: "http://p:1", NO_PROXY: noProxy })).toBe(
        "http://p:1/",
      )
    },
  )

  it.each([
    ["http://10.1.2.3/", "10.0.0.0/8"],
    ["http://10.1.2.3/", "10.1.2.3"],
    ["http://[2001:db8::1]/", "2001:db8::1"],
    ["http://[2001:db8::1]:8080/", "[2001:db8::1]:8080"],
  ])("goes direct to %s where NO_PROXY is %s", (url, noProxy) => {
    expect(choose(url, { ALL_PROXY: "http://p:1", NO_PROXY: noProxy })).toBeUndefined()
  })

  it.each(["http://localhost:3000/", "http://127.0.0.1/", "http://[::1]/"])(
    "never sends %s through a proxy",
    (url) => {
      expect(choose(url, { ALL_PROXY: "http://p:1" })).toBeUndefined()
    },
  )

  it("refuses a proxy that it cannot use, without showing its value", () => {
    expect(() => choose("https://a.example/", { HTTPS_PROXY: "socks5://user:secret@p:1" })).toThrow(
      /^NET_PROXY_INVALID: The environment variable HTTPS_PROXY does not hold/,
    )
    expect(() =>
      choose("https://a.example/", { HTTPS_PROXY: "socks5://user:secret@p" }),
    ).not.toThrow(/secret/)
  })
})
