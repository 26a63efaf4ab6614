// All elements of a tree in document order: what a second search reads instead of walking over the nodes again. It is
// right until an element is added to the tree or moved; those that are taken out are struck from the list.

export interface Listed {
  readonly nodeName: string
  /** The outline that lists the element. */
  outline: unknown
}

export type Match<Element> = (element: Element) => boolean

export interface Search<Element> {
  readonly isMatch: Match<Element>
  /** The element's name alone decides: what matched once matches for good. */
  readonly isByName: boolean
  /** Contents of templates are not searched. */
  readonly skipsTemplates: boolean
  /** The search ends with this number of elements found. */
  readonly foundMax: number
}

export class Outline<Element extends Listed> {
  private readonly elements: (Element | undefined)[] = []
  /** For each element the place after the last one inside of it. */
  private readonly ends: number[] = []
  /** Places of what matched by name in the whole tree, in order, for names that were asked for more than once. */
  private readonly matches = new Map<Match<Element>, readonly number[] | undefined>()
  private hasTemplates = false

  /** Lists the next element; returns its place. */
  open(element: Element): number {
    if (element.nodeName === "TEMPLATE") this.hasTemplates = true
    this.ends.push(0)
    return this.elements.push(element) - 1
  }

  close(place: number): void {
    this.ends[place] = this.elements.length
  }

  /** Strikes the element at `place` and all inside of it from the list. */
  strike(place: number): void {
    const end = this.ends[place] ?? 0
    for (let index = place; index < end; index++) {
      const element = this.elements[index]
      if (element !== undefined) element.outline = undefined
      this.elements[index] = undefined
    }
  }

  /** What matches inside the element at `place`. */
  search(place: number, search: Search<Element>): Element[] {
    const skipsSome = (this.hasTemplates && search.skipsTemplates) || search.foundMax === 1
    if (skipsSome || !search.isByName) return this.scan(place, search)
    const isKnown = this.matches.has(search.isMatch)
    if (!isKnown) this.matches.set(search.isMatch, undefined)
    return isKnown ? this.pick(place, search.isMatch) : this.scan(place, search)
  }

  private scan(place: number, { isMatch, skipsTemplates, foundMax }: Search<Element>): Element[] {
    const found: Element[] = []
    const end = this.ends[place] ?? 0
    for (let index = place + 1; index < end; index++) {
      const element = this.elements[index]
      if (element === undefined) continue
      if (isMatch(element) && found.push(element) >= foundMax) break
      if (skipsTemplates && element.nodeName === "TEMPLATE") index = (this.ends[index] ?? end) - 1
    }
    return found
  }

  private pick(place: number, isMatch: Match<Element>): Element[] {
    const places = this.matches.get(isMatch) ?? this.listMatches(isMatch)
    const end = this.ends[place] ?? 0
    const found: Element[] = []
    for (let index = firstAfter(places, place); index < places.length; index++) {
      const at = places[index] ?? end
      if (at >= end) break
      const element = this.elements[at]
      if (element !== undefined) found.push(element)
    }
    return found
  }

  private listMatches(isMatch: Match<Element>): readonly number[] {
    const places: number[] = []
    for (let index = 0; index < this.elements.length; index++) {
      const element = this.elements[index]
      if (element !== undefined && isMatch(element)) places.push(index)
    }
    this.matches.set(isMatch, places)
    return places
  }
}

/** Index of the first place after `place`, by halves. */
function firstAfter(places: readonly number[], place: number): number {
  let low = 0
  let high = places.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((places[middle] ?? 0) > place) high = middle
    else low = middle + 1
  }
  return low
}
