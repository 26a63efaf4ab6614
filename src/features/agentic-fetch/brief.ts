// What the research session is told. Pure.

import { fence } from "./fence.ts"

export type FirstPage =
  | { readonly kind: "none" }
  | { readonly kind: "inline"; readonly url: string; readonly text: string }
  | { readonly kind: "file"; readonly url: string; readonly file: string; readonly lines: number }

export function describeBrief(prompt: string, page: FirstPage, marker: string): string {
  const question = `Question:\n${prompt}`
  switch (page.kind) {
    case "none":
      return `${question}\n\nSearch the web for it.`
    case "inline":
      return `${question}\n\nThe page ${page.url}:\n${fence(marker, page.text)}\n\nAnswer from it; open links of it where they help.`
    case "file":
      return `${question}\n\nThe page ${page.url} has ${page.lines} lines and lies in the file ${page.file}. Find the right places with page_grep and read them with page_read; open links of it where they help.`
  }
}
