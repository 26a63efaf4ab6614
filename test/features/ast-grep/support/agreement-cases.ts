// Sources and queries of the five web languages, on which both engines must find the same.

import type { Query } from "../../../../src/features/ast-grep/engine/matcher.ts"

const script = `import { read } from "node:fs"
// café 😀
export async function load(path, mode = 1) {
  if (!path) { throw new Error("no path") }
  const text = await read(path, { mode, encoding: \`utf-\${mode}\` })
  console.log(text, mode)
  console.log("done")
  return text.split("\\n").map((line) => line.trim())
}
class Store extends Base {
  #items = []
  constructor() { super(); this.size = 0 }
  add(item) { this.#items.push(item); console.log() }
}
const table = { "a": 1, b: [1, 2, 3], run() { return null } }
try { load("x") } catch (error) { console.error(error) } finally { stop() }
`

const typed = `${script}
interface Shape { readonly kind: "a" | "b"; area(scale?: number): number }
type Pair<Left, Right> = readonly [left: Left, right: Right]
function area(shape: Shape, scale: number = 1): number { return shape.area(scale)! * scale }
enum Color { Red = 1, Green }
const pair: Pair<string, number> = ["x", 1] as const
`

const markup = `
const view = <List items={[1, 2]} onPick={(item) => console.log(item)}><b>é</b></List>
function Page() { const [value, setValue] = useState(0); return <div className="a">{value}</div> }
`

const crlf = (text: string) => text.replaceAll("\n", "\r\n")

const sources: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  javascript: [
    ["a.js", script],
    ["b.mjs", crlf(script)],
  ],
  typescript: [
    ["a.ts", typed],
    ["b.mts", `\uFEFF${crlf(typed)}`],
  ],
  tsx: [
    ["a.tsx", typed + markup],
    ["b.tsx", crlf(markup)],
  ],
  css: [
    [
      "a.css",
      "a { color: red; }\n.b, #c > d { color: blue; margin: 0 1px }\n@media (width > 1px) { a { color: red } }\n",
    ],
    ["b.css", "/* é */ :root { --main: #fff; color: var(--main) }\r\n"],
  ],
  html: [
    [
      "a.html",
      '<!doctype html>\n<ul class="é"><li>one</li><li id="x">two</li></ul>\n<img src="a.png"><br>\n',
    ],
    ["b.html", "<div><p>text</p></div>\r\n<script>go()</script>"],
  ],
}

export function agreementSources(language: string): readonly (readonly [string, string])[] {
  return sources[language] ?? []
}

const shared: readonly string[] = [
  "console.log($$$ARGS)",
  "console.log($A)",
  "const $N = $V",
  "function $N($$$A) { $$$B }",
]
const scripts: readonly string[] = [
  "$A.$M($$$B)",
  "await $X",
  "new Error($M)",
  "if ($C) { $$$B }",
  "return $X",
  "($$$A) => $B",
  "throw $E",
]

const rules: readonly Query[] = [
  { kind: "kinds", kinds: ["string", "template_string"] },
  { kind: "pattern", pattern: "class A { add($$$P) { $$$B } }", selector: "method_definition" },
  {
    kind: "rule",
    document: {
      rule: { kind: "call_expression", inside: { kind: "class_body", stopBy: "end" } },
    },
  },
  {
    kind: "rule",
    document: { rule: { pattern: "$F($A)" }, constraints: { A: { regex: "^.x.$" } } },
  },
  { kind: "rule", document: { rule: { any: [{ pattern: "stop()" }, { pattern: "load($A)" }] } } },
]

interface AgreementQuery {
  readonly name: string
  readonly language: string
  readonly query: Query
}

function agreement(language: string, queries: readonly (Query | string)[]): AgreementQuery[] {
  return queries.map((query) => {
    const whole: Query = typeof query === "string" ? { kind: "pattern", pattern: query } : query
    return { language, query: whole, name: JSON.stringify(query) }
  })
}

export const agreementQueries: readonly AgreementQuery[] = [
  ...agreement("javascript", [...shared.slice(0, 3), ...scripts, ...rules]),
  ...agreement("typescript", [...shared.slice(0, 3), ...scripts, ...rules.slice(0, 3)]),
  ...agreement("tsx", [...shared, "<div $$$A>$$$B</div>", "useState($V)"]),
  ...agreement("css", [".b, #c > d { $$$A }", { kind: "kinds", kinds: ["declaration"] }]),
  ...agreement("css", [
    { kind: "pattern", pattern: "a { color: $V }", selector: "declaration" },
    { kind: "pattern", pattern: "a { color: red; }", selector: "declaration" },
  ]),
  ...agreement("html", ["<li>$T</li>", "<li $$$A>$$$B</li>", "<p>$$$A</p>"]),
  ...agreement("html", [{ kind: "kinds", kinds: ["attribute", "element"] }]),
]
