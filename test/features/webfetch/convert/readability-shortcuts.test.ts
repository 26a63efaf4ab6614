// The shortcuts and our own tree change the time of Readability, never its answer: linkedom without them is the measure.

import { Readability } from "@mozilla/readability"
import { parseHTML } from "linkedom"
import { describe, expect, it } from "vitest"
import { addShortcuts } from "../../../../src/features/webfetch/convert/readability-shortcuts.ts"
import { buildTree } from "../../../../src/features/webfetch/convert/tree/build-tree.ts"

const prose =
  "A sentence of the story, with a comma, and then another one that is long enough to be counted as text of its own. "

async function readFast(html: string): Promise<string> {
  const document = await buildTree(html)
  const reader = new Readability(document, { keepClasses: true })
  addShortcuts(reader)
  return JSON.stringify(reader.parse())
}

function readPlain(html: string): string {
  const { document } = parseHTML(html)
  return JSON.stringify(new Readability(document, { keepClasses: true }).parse())
}

async function expectSame(body: string): Promise<void> {
  const story = `<p>${prose.repeat(4)}</p>`.repeat(3)
  const html = `<!doctype html><html><head><title>The story of the page, told twice</title></head><body><div class="story">${story}${body}</div></body></html>`
  const plain = readPlain(html)
  expect(await readFast(html)).toBe(plain)
  expect(plain).toContain("A sentence of the story")
}

describe("Readability with shortcuts", () => {
  it("leaves out the same hidden parts", () =>
    expectSame(
      [
        `<div style="color: red; display : none">${prose}</div>`,
        `<div style="display:none;display:block">${prose}</div>`,
        `<div style="display:;visibility:hidden">${prose}</div>`,
        `<div style="background:url(none.png)">${prose}</div>`,
        `<div hidden>${prose}</div><div aria-hidden="true">${prose}</div>`,
        `<span aria-hidden="true" class="fallback-image">x</span>`,
      ].join(""),
    ))

  it("weighs links as before", () =>
    expectSame(
      [
        `<div><p>${prose}</p><a href="/a">  one  link </a> and <a href="#note">a\n\n note</a></div>`,
        `<ul><li><a href="/x">${prose}</a></li><li> <a>no target</a> </li></ul>`,
        `<div><a href="/y">outer <a href="/z">inner</a></a> ${prose}</div>`,
      ].join(""),
    ))

  it("makes addresses absolute against a base, and leaves them alone without one", async () => {
    const links = `<p>${prose}<a href="/a?b c">a</a> <a href="#n">n</a> <a href="HTTPS://X.test">x</a></p><img src="i.png" srcset="j.png 2x">`
    await expectSame(links)
    await expectSame(`<base href="https://base.test/in/">${links}`)
  })

  it("unwraps the same links that run scripts", () =>
    expectSame(
      `<p>${prose}<a href="javascript:go()">text</a> <a href="javascript:go()"><b>bold</b> more</a> <a href="/y">y</a></p>`,
    ))

  it("finds the same by-line", () =>
    expectSame(
      `<p class="byline">By Anna Writer</p><p rel="author">Ben</p><span itemprop="author name">Cleo</span>`,
    ))

  it("takes empty elements, breaks and blocks for what they were", () =>
    expectSame(
      [
        "<div> <br> <hr></div><div><span></span></div><section>\n</section><h2></h2>",
        `<div><p>${prose}</p></div><div><span>${prose}<b>bold</b></span></div><div>text <ul><li>item</li></ul></div>`,
        `<table><tr><td>${prose}</td></tr></table><div>${prose}<br><br>${prose}</div>`,
      ].join(""),
    ))

  it("removes the same attributes of appearance", () =>
    expectSame(
      `<table width="3" border="1" bgcolor="red"><tr><th align="left" height="2">a</th></tr></table><svg style="x"><g style="y"></g></svg><p align="center" style="margin: 0">${prose}</p>`,
    ))

  it("removes the same embedded parts, titles and lists", () =>
    expectSame(
      `<h1>Part</h1><iframe src="https://site.test/x"></iframe><aside>${prose}</aside><footer>${prose}</footer><form><input><button>Go</button></form><ul>${"<li><img src='/a.png'></li>".repeat(4)}</ul><font>${prose}</font>`,
    ))

  it("is left out where the reader does not ask these questions", () => {
    const reader = { parse: () => undefined }
    addShortcuts(reader)
    expect(Object.keys(reader)).toEqual(["parse"])
  })
})
