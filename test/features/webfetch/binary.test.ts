import { describe, expect, it } from "vitest"
import { fileName } from "../../../src/features/webfetch/binary.ts"
import { useLoopback } from "../../support/loopback.ts"
import { contentOf, factsOf, openSite } from "../../support/webfetch-fixture.ts"

const { serve } = useLoopback()

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])

describe("a body that is no text", () => {
  it("is described and not shown", async () => {
    const server = await serve((_request, response) => {
      response.setHeader("content-type", "image/png")
      response.end(png)
    })
    const page = openSite(server)
    const reply = await page.run({ url: page.url("/img/logo.png") })
    expect(factsOf(reply)).toMatchObject({
      source_kind: "binary",
      binary_kind: "image",
      filename: "logo.png",
      size: 12,
      source_content_type: "image/png",
    })
    expect(contentOf(reply)).toBe(
      "logo.png: image/png, 12 bytes. It is not text and is not shown.\n" +
        'Call webfetch again with "save_binary": true to save it to a file.',
    )
    expect(page.written).toEqual([])
  })

  it("is attached where it is an image and the model takes images", async () => {
    const server = await serve((_request, response) => response.end(png))
    const page = openSite(server)
    const reply = await page.run({ url: page.url("/logo.png") }, { acceptsImages: true })
    expect(contentOf(reply)).toBe("logo.png: image/png, 12 bytes. The image is attached.")
    expect(reply.attachments).toEqual([
      {
        mime: "image/png",
        filename: "logo.png",
        url: `data:image/png;base64,${png.toString("base64")}`,
      },
    ])
  })

  it("is not attached where it is no image", async () => {
    const server = await serve((_request, response) => {
      response.setHeader("content-type", "application/zip")
      response.end(Buffer.from([0x50, 0x4b, 3, 4, 0, 0]))
    })
    const page = openSite(server)
    const reply = await page.run({ url: page.url("/a.zip") }, { acceptsImages: true })
    expect(reply.attachments).toBeUndefined()
    expect(contentOf(reply)).toContain("It is not text and is not shown.")
  })

  it("is saved on request, from the copy that is already there", async () => {
    const server = await serve((_request, response) => response.end(png))
    const page = openSite(server)
    await page.run({ url: page.url("/logo") })
    const reply = await page.run({ url: page.url("/logo"), save_binary: true })
    expect(page.written).toEqual([{ name: "logo", content: png }])
    expect(contentOf(reply)).toContain("Saved as /spill/1-logo\nThe read tool shows it.")
    expect(server.requests.length).toBe(1)
  })

  it("above 2 MiB is described by its headers, without its body", async () => {
    const server = await serve((_request, response) => {
      response.writeHead(200, { "content-type": "application/zip", "content-length": 3_000_000 })
      response.end(Buffer.alloc(3_000_000))
    })
    const page = openSite(server)
    const reply = await page.run({ url: page.url("/big.zip") })
    expect(factsOf(reply)).toMatchObject({ size: 3_000_000, truncated: false })
    await page.run({ url: page.url("/big.zip"), save_binary: true })
    expect(page.written.map((file) => file.content.length)).toEqual([3_000_000])
    expect(server.requests.length).toBe(2)
  })

  it("above 10 MiB is not saved, and that is said", async () => {
    const server = await serve((_request, response) => {
      response.writeHead(200, { "content-type": "video/mp4", "content-length": 20_000_000 })
      response.write(Buffer.alloc(1000))
    })
    const page = openSite(server)
    const reply = await page.run({ url: page.url("/film.mp4"), save_binary: true })
    expect(contentOf(reply)).toContain("larger than 10485760 bytes, the most that is saved")
    expect(page.written).toEqual([])
  })

  it("with an error status is that error", async () => {
    const server = await serve((_request, response) => {
      response.writeHead(404, { "content-type": "image/png" }).end(png)
    })
    const page = openSite(server)
    await expect(page.run({ url: page.url("/x.png") })).rejects.toMatchObject({
      code: "WEBFETCH_HTTP_STATUS",
    })
  })

  it("is never given to a second model", async () => {
    const server = await serve((_request, response) => response.end(png))
    const page = openSite(server, { models: [{ providerId: "a", modelId: "b" }] })
    await page.run({ url: page.url("/logo"), prompt: "What is in it?" })
    expect(page.runs).toEqual([])
  })
})

describe("fileName", () => {
  it.each([
    ['attachment; filename="report 1.pdf"', "/x", "report 1.pdf"],
    ["attachment; filename=report.pdf; size=3", "/x", "report.pdf"],
    ["attachment; filename=\"a.bin\"; filename*=UTF-8''na%C3%AFve.bin", "/x", "naïve.bin"],
    ['attachment; filename="../../etc/passwd"', "/x", "passwd"],
    ['attachment; filename="..\\\\..\\\\evil.exe"', "/x", "evil.exe"],
    ['attachment; filename="a\u0000b<c>:d.txt"', "/x", "a_b_c_d.txt"],
    ['attachment; filename="con.txt"', "/x", "_con.txt"],
    ['attachment; filename="..."', "/files/data.zip", "data.zip"],
    [undefined, "/files/na%C3%AFve.zip", "naïve.zip"],
    [undefined, "/files/%2e%2e%2fup.zip", "up.zip"],
    [undefined, "/", "pages.example"],
  ])("of %j at %s is %s", (header, path, expected) => {
    expect(fileName(header, new URL(path, "https://pages.example"))).toBe(expected)
  })
})
