// Seeded random numbers (mulberry32). Everything in a simulated run comes from one seed.

export interface Random {
  /** An integer from 0 to `below` - 1. */
  next(below: number): number
  /** True in `percent` of 100 cases. */
  chance(percent: number): boolean
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (below: number) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
  return { next, chance: (percent) => next(100) < percent }
}
