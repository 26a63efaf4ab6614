// Attributes of a page's elements, which are never changed but replaced, and what a class and a style attribute say.

export class TreeAttribute {
  readonly name: string
  readonly value: string

  constructor(name: string, value: string) {
    this.name = name
    this.value = value
  }

  cloneNode(): TreeAttribute {
    return new TreeAttribute(this.name, this.value)
  }
}

export function findAttribute(list: readonly TreeAttribute[], name: string): TreeAttribute | null {
  for (let index = 0; index < list.length; index++) {
    const attribute = list[index]
    if (attribute?.name === name) return attribute
  }
  return null
}

export function setAttribute(list: TreeAttribute[], name: string, value: string): void {
  const text = name === "class" ? joinTokens(value) : value
  const attribute = findAttribute(list, name)
  if (attribute) list[list.indexOf(attribute)] = new TreeAttribute(name, text)
  else list.unshift(new TreeAttribute(name, text))
}

export function removeAttribute(list: TreeAttribute[], name: string): void {
  const attribute = findAttribute(list, name)
  if (attribute) list.splice(list.indexOf(attribute), 1)
}

/** Names once each, single spaces between them. */
export function joinTokens(value: string): string {
  if (/^\S+$/.test(value)) return value
  return [...new Set(value.split(/\s+/))].filter((token) => token !== "").join(" ")
}

export interface TreeStyle {
  readonly display: string
  readonly visibility: string
}

const plainStyle: TreeStyle = { display: "", visibility: "" }

/** The last declaration of a property counts. */
export function readStyle(text: string | undefined): TreeStyle {
  if (!text || !/display|visibility/.test(text)) return plainStyle
  const values = new Map<string, string>()
  for (const declaration of text.split(";")) {
    const colon = declaration.indexOf(":")
    const value = declaration.slice(colon + 1).trim()
    if (colon > 0 && value !== "") values.set(declaration.slice(0, colon).trim(), value)
  }
  return { display: values.get("display") ?? "", visibility: values.get("visibility") ?? "" }
}
