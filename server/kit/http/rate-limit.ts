/** A rate limit: how often each key may act in a window of time; kept in the memory of this process. */
export interface RateLimit {
  /** Takes one of the actions that `who` has left at `now`; false when none is left. */
  take(who: string, now: Date): boolean
  /** Whether an action is left, without taking it. */
  has(who: string, now: Date): boolean
  /** How many actions were taken in the present window. */
  taken(who: string, now: Date): number
}

/** Allows `most` actions of each key in every `windowMs`; idle keys are forgotten. */
export function createRateLimit({ most, windowMs }: { most: number; windowMs: number }): RateLimit {
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
    taken: countOf,
  }
}
