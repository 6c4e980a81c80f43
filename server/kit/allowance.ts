/** How often each of many may do something in a stretch of time; remembered by this process. */
export interface Allowance {
  /** Whether there is one left for `who` at `now`, and takes it. */
  take(who: string, now: Date): boolean
  /** Whether there is one left, without taking it. */
  has(who: string, now: Date): boolean
}

/** `most` for each in every `windowMs`; who was not seen for a while is forgotten. */
export function createAllowance({ most, windowMs }: { most: number; windowMs: number }): Allowance {
  let window = 0
  let taken = new Map<string, number>()
  const countOf = (who: string, now: Date) => {
    const current = Math.floor(now.getTime() / windowMs)
    if (current !== window) [window, taken] = [current, new Map()]
    return taken.get(who) ?? 0
  }
  return {
    take(who, now) {
      const count = countOf(who, now) + 1
      taken.set(who, count)
      return count <= most
    },
    has: (who, now) => countOf(who, now) < most,
  }
}
