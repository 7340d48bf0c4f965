/** Pseudo-random numbers from 0 to 1, the same each time (mulberry32). */
export function makeChance(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    /** A whole number from `least` to `most`. */
    number: (least: number, most: number) => least + Math.floor(next() * (most - least + 1)),
    isOneIn: (count: number) => next() < 1 / count,
    pick: <T>(from: readonly [T, ...T[]]): T => from[Math.floor(next() * from.length)] ?? from[0],
  }
}

export type Chance = ReturnType<typeof makeChance>
