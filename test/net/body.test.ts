import zlib from "node:zlib"
import { describe, expect, it } from "vitest"
import { readBounded } from "../../src/net/body.ts"

async function* inChunks(bytes: Uint8Array, size = 1000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += size) yield bytes.subarray(at, at + size)
}

async function read(bytes: Uint8Array, encoding?: string, bytesMax = 10 * 1024 * 1024) {
  const body = await readBounded(inChunks(bytes), encoding, { bytesMax })
  return { text: new TextDecoder().decode(body.bytes), cut: body.cut, wireBytes: body.wireBytes }
}

const hello = Buffer.from("hello ".repeat(1000))

describe("readBounded", () => {
  it.each([
    [undefined, hello],
    ["identity", hello],
    ["gzip", zlib.gzipSync(hello)],
    ["X-GZIP", zlib.gzipSync(hello)],
    ["deflate", zlib.deflateSync(hello)],
    ["deflate", zlib.deflateRawSync(hello)],
    ["br", zlib.brotliCompressSync(hello)],
    ["gzip, br", zlib.brotliCompressSync(zlib.gzipSync(hello))],
  ])("decodes %s", async (encoding, bytes) => {
    expect(await read(bytes, encoding)).toMatchObject({ text: hello.toString(), cut: undefined })
  })

  it("reads an empty body of any coding", async () => {
    expect(await read(new Uint8Array(), "gzip")).toMatchObject({ text: "", cut: undefined })
  })

  it("keeps exactly the limit", async () => {
    expect(await read(hello, undefined, 6000)).toMatchObject({ cut: undefined })
    expect(await read(hello, undefined, 5999)).toMatchObject({ cut: "limit" })
  })

  it("keeps what a cut-off gzip stream delivers", async () => {
    const bytes = zlib.gzipSync(Buffer.from(Array.from({ length: 5000 }, (_, n) => n).join(" ")))
    const { text } = await read(bytes.subarray(0, 4000), "gzip")
    expect(text.startsWith("0 1 2 3")).toBe(true)
  })

  it("gives up a body that unpacks to more than a hundred times its size", async () => {
    const bomb = zlib.gzipSync(Buffer.alloc(50 * 1024 * 1024, "a"))
    await expect(read(bomb, "gzip")).rejects.toMatchObject({ reason: "decompression-ratio" })
  })

  it("gives up a bomb inside a second coding", async () => {
    const bomb = zlib.gzipSync(zlib.gzipSync(Buffer.alloc(50 * 1024 * 1024, "a")))
    await expect(read(bomb, "gzip, gzip")).rejects.toMatchObject({ reason: "decompression-ratio" })
  })

  it("stops a body of more than 10 MiB on the wire", async () => {
    const body = await readBounded(inChunks(Buffer.alloc(11 * 1024 * 1024), 65_536), undefined, {
      bytesMax: 100 * 1024 * 1024,
    })
    expect(body.cut).toBe("limit")
    expect(body.wireBytes).toBeLessThan(10 * 1024 * 1024 + 2 * 65_536)
  })

  it.each([
    ["three codings", "gzip, gzip, gzip"],
    ["an unknown coding", "zstd"],
    ["a body that is not gzip", "gzip"],
    ["a body that is not brotli", "br"],
  ])("names %s", async (_case, encoding) => {
    await expect(read(hello, encoding)).rejects.toMatchObject({ reason: "body-undecodable" })
  })
})
