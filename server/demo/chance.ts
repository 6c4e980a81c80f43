/** Chance that is the same for a seed: what is made up of it can be made up again. */
export interface Chance {
  /** From 0 up to 1. */
  next(): number
  /** One of several, by their weights. */
  weighed<T>(choices: readonly (readonly [T, number])[]): T
  one<T>(choices: readonly T[]): T
  /** About 0, most within 1. */
  normal(): number
  bytes(size: number): Buffer
}

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  // mulberry32, by Tommy Ettinger: quick, and good enough for what only has to look like life.
  const word = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const next = () => word() / 2 ** 32
  return {
    next,
    weighed(choices) {
      let left = next() * choices.reduce((all, [, weight]) => all + weight, 0)
      for (const [choice, weight] of choices) if ((left -= weight) < 0) return choice
      return (choices.at(-1) as (typeof choices)[number])[0]
    },
    one: (choices) => choices[Math.floor(next() * choices.length)] as (typeof choices)[number],
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    bytes(size) {
      const made = Buffer.alloc(size)
      for (let at = 0; at < size; at += 4) made.writeUInt32BE(word(), at)
      return made
    },
  }
}
