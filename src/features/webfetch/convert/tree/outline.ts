// All elements of a tree in document order: what a second search reads instead of walking over the nodes again. It is
// right until an element is added to the tree or moved; those that are taken out are struck from the list.

export interface Listed {
  readonly nodeName: string
  /** The outline that lists the element. */
  outline: unknown
}

export type Match<Element> = (element: Element) => boolean

export interface Query<Element> {
  readonly isMatch: Match<Element>
  /** Names in upper case of which a match has one, where these are all that is asked for. */
  readonly names: readonly string[] | undefined
}

export interface Search<Element> extends Query<Element> {
  /** Contents of templates are not searched. */
  readonly skipsTemplates: boolean
  /** The search ends with this number of elements found. */
  readonly foundMax: number
}

export class Outline<Element extends Listed> {
  private readonly elements: (Element | undefined)[] = []
  /** For each element the place after the last one inside of it. */
  private readonly ends: number[] = []
  /** Places of the elements of each name, and of names that were asked for together, in order. */
  private places: Map<string, readonly number[]> | undefined
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
    const skipsSome = this.hasTemplates && search.skipsTemplates
    return search.names === undefined || skipsSome
      ? this.scan(place, search)
      : this.pick(place, search, search.names)
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

  private pick(
    place: number,
    { isMatch, foundMax }: Search<Element>,
    names: readonly string[],
  ): Element[] {
    const places = this.placesOf(names)
    const end = this.ends[place] ?? 0
    const found: Element[] = []
    for (let index = firstAfter(places, place); index < places.length; index++) {
      const at = places[index] ?? end
      if (at >= end) break
      const element = this.elements[at]
      if (element !== undefined && isMatch(element) && found.push(element) >= foundMax) break
    }
    return found
  }

  private placesOf(names: readonly string[]): readonly number[] {
    this.places ??= this.listPlaces()
    // No name holds a space; one may hold a comma.
    const key = names.join(" ")
    const known = this.places.get(key)
    if (known) return known
    const places = names.flatMap((name) => this.places?.get(name) ?? [])
    places.sort((one, other) => one - other)
    this.places.set(key, places)
    return places
  }

  private listPlaces(): Map<string, readonly number[]> {
    const places = new Map<string, number[]>()
    for (let index = 0; index < this.elements.length; index++) {
      const name = this.elements[index]?.nodeName
      if (name === undefined) continue
      const known = places.get(name)
      if (known) known.push(index)
      else places.set(name, [index])
    }
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
