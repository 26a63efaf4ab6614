// All elements of a tree in document order: what a second search reads instead of walking over the nodes again. It is
// right for as long as nothing is added to the tree, moved or taken out.

export interface Listed {
  readonly nodeName: string
}

export interface Search<Element> {
  readonly isMatch: (element: Element) => boolean
  /** Contents of templates are not searched. */
  readonly skipsTemplates: boolean
  /** The search ends with this number of elements found. */
  readonly foundMax: number
}

export class Outline<Element extends Listed> {
  private readonly elements: Element[] = []
  /** For each element the place after the last one inside of it. */
  private readonly ends: number[] = []

  /** Lists the next element; returns its place. */
  open(element: Element): number {
    this.ends.push(0)
    return this.elements.push(element) - 1
  }

  close(place: number): void {
    this.ends[place] = this.elements.length
  }

  /** What matches inside the element at `place`. */
  search(place: number, { isMatch, skipsTemplates, foundMax }: Search<Element>): Element[] {
    const found: Element[] = []
    const end = this.ends[place] ?? 0
    for (let index = place + 1; index < end; index++) {
      const element = this.elements[index]
      if (element === undefined) break
      if (isMatch(element) && found.push(element) >= foundMax) break
      if (skipsTemplates && element.nodeName === "TEMPLATE") index = (this.ends[index] ?? end) - 1
    }
    return found
  }
}
