// Page text as data: between two marks that are new for every call, so that no page can end its own fence. Pure.

export function fence(marker: string, text: string): string {
  return `<data-${marker}>\n${text}\n</data-${marker}>`
}
