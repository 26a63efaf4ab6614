// Draws docs/pictures/demo.svg: scenes of the demo as a terminal shows them, played on the real host just now.
// Usage: node scripts/run.mjs scripts/picture.ts

import { mkdirSync, writeFileSync } from "node:fs"
import path from "node:path"
import { repositoryRoot, runPackage } from "./lanes/command.ts"
import { escapeXml } from "./screen-picture.ts"

/** Scenes by the feature that they belong to and the beginning of their title. */
const shown = [
  { feature: "apply-patch", title: "The first hunk has no @@ line" },
  { feature: "search-path-guard", title: "grep in a folder that does not exist" },
] as const

const picture = { fontSize: 13, lineHeight: 18, charWidth: 7.83, margin: 22, columns: 112 } as const

const colours = {
  paper: "#1d2129",
  text: "#c9d1d9",
  dim: "#7d8590",
  title: "#e6edf3",
  host: "#e3b341",
  plugin: "#56d4dd",
  good: "#7ee787",
  removed: "#ff9b95",
} as const

interface Row {
  readonly text: string
  readonly colour: string
  readonly isBold: boolean
}

const features = [...new Set(shown.map(({ feature }) => feature))]
const { isGood, stdout } = runPackage(
  "tsx/dist/cli.mjs",
  [path.join(repositoryRoot, "scripts/demo/main.ts"), ...features],
  { capture: true },
)
if (!isGood) {
  console.error("The demo did not go as expected, so nothing was drawn.")
  process.exit(1)
}
const rows = shown.flatMap(({ title }) => [...sceneRows(stdout, title), blank()]).slice(0, -1)
const file = path.join(repositoryRoot, "docs/pictures/demo.svg")
mkdirSync(path.dirname(file), { recursive: true })
writeFileSync(file, draw(rows))
console.log(`${path.relative(repositoryRoot, file)}: ${rows.length} lines`)

/** The lines of one scene, without the empty ones, in colour. */
function sceneRows(output: string, title: string): readonly Row[] {
  const scenes = output.split(/\n(?=\d+\. |=== )/)
  const scene = scenes.find((text) => text.replace(/^\d+\. /, "").startsWith(title))
  if (scene === undefined) throw new Error(`the demo has no scene "${title}"`)
  const lines = scene.split("\n").filter((line) => line.trim() !== "")
  let part = ""
  return lines.flatMap((line, index) => {
    const label = /^ {3}(\S[^:]*):$/.exec(line)?.[1]
    if (label !== undefined) part = label
    return wrap(index === 0 ? line.replace(/^\d+\. /, "") : line).map((text) =>
      paint(text, { part, isTitle: index === 0, isLabel: label !== undefined }),
    )
  })
}

function paint(
  text: string,
  { part, isTitle, isLabel }: { part: string; isTitle: boolean; isLabel: boolean },
): Row {
  if (isTitle) return { text, colour: colours.title, isBold: true }
  if (isLabel) return { text, colour: labelColour(part), isBold: true }
  if (part === "as expected") return { text, colour: colours.good, isBold: false }
  const change = /^\s*\S+: ([+-])/.exec(text)?.[1] ?? /^\s{6}([+-]) {2}/.exec(text)?.[1]
  if (change === "+") return { text, colour: colours.good, isBold: false }
  if (change === "-") return { text, colour: colours.removed, isBold: false }
  return { text, colour: part === "asked" ? colours.dim : colours.text, isBold: false }
}

function labelColour(part: string): string {
  if (part === "host alone") return colours.host
  if (part === "with plugin") return colours.plugin
  return part === "as expected" ? colours.good : colours.dim
}

function blank(): Row {
  return { text: "", colour: colours.text, isBold: false }
}

/** Breaks a long line between words and keeps its indentation. */
function wrap(line: string): readonly string[] {
  const indent = /^ */.exec(line)?.[0] ?? ""
  const lines: string[] = []
  let current = indent
  for (const word of line.trim().split(/(?<=\S)(?= )/)) {
    if (current.length + word.length > picture.columns && current.trim() !== "") {
      lines.push(current)
      current = `${indent}${word.trimStart()}`
    } else current += word
  }
  return [...lines, current]
}

function draw(rows: readonly Row[]): string {
  const width = Math.ceil(picture.columns * picture.charWidth + 2 * picture.margin)
  const height = rows.length * picture.lineHeight + 2 * picture.margin
  const texts = rows.map(({ text, colour, isBold }, index) => {
    const y = picture.margin + (index + 0.75) * picture.lineHeight
    const weight = isBold ? ' font-weight="bold"' : ""
    return `  <text x="${picture.margin}" y="${y}" fill="${colour}"${weight}>${escapeXml(text)}</text>`
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    "  <title>Two scenes of the demo: the host alone, and with the plugin</title>",
    `  <rect width="100%" height="100%" rx="10" fill="${colours.paper}"/>`,
    `  <g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="${picture.fontSize}" xml:space="preserve">`,
    ...texts,
    "  </g>",
    "</svg>",
    "",
  ].join("\n")
}
