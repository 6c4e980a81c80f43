/** How often each of many may do something in a stretch of time; remembered by this process. */
export interface Allowance {
  /** Whether there is one left for `who` at `now`, and takes it. */
  take(who: string, now: Date): boolean
}

/** `most` for each in every `windowMs`; who was not seen for a while is forgotten. */
export function createAllowance({ most, windowMs }: { most: number; windowMs: number }): Allowance {
  let window = 0
  let taken = new Map<string, number>()
  return {
    take(who, now) {
      const current = Math.floor(now.getTime() / windowMs)
      if (current !== window) [window, taken] = [current, new Map()]
      const count = (taken.get(who) ?? 0) + 1
      taken.set(who, count)
      return count <= most
    },
  }
}
