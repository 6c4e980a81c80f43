import type { Channel } from './channel.ts'

/**
 * Counts the requests to providers that are under way in this process, by channel. A provider that hangs on every call would
 * soon hold all places of the job that asks it, and payments by others would wait for it.
 */
export interface SlowChannels {
  /** Counts a request until it ends. */
  watch<T>(place: string, ask: () => Promise<T>): Promise<T>
  /** Whether the channel holds as many places as one may, or so many of its requests hang that another one is put off. */
  isFull(place: string): boolean
  /** Whether any channel is full, so that each job has to look whether it is its own. */
  anyIsFull(): boolean
}

/**
 * @param most requests of a channel at once, of `parallel` of the job: a quarter is left to the others.
 * @param mostSlow of them that have taken longer than `slowMs`, before further ones are put off.
 */
export function slowChannels({ most = 48, mostSlow = 8, slowMs = 2_000 } = {}): SlowChannels {
  const underWay = new Map<string, { all: number; slow: number }>()
  const full = ({ all, slow }: { all: number; slow: number }) => all >= most || slow >= mostSlow
  return {
    async watch(place, ask) {
      const counts = underWay.get(place) ?? { all: 0, slow: 0 }
      underWay.set(place, counts)
      counts.all += 1
      let isSlow = false
      const timer = setTimeout(() => {
        isSlow = true
        counts.slow += 1
      }, slowMs)
      try {
        return await ask()
      } finally {
        clearTimeout(timer)
        counts.all -= 1
        if (isSlow) counts.slow -= 1
        if (counts.all === 0) underWay.delete(place)
      }
    },
    isFull: (place) => full(underWay.get(place) ?? { all: 0, slow: 0 }),
    anyIsFull: () => [...underWay.values()].some(full),
  }
}

/** What a channel is counted by. */
export const placeOf = ({ environment, merchantKey, key }: Channel): string => `${environment} ${merchantKey} ${key}`

/**
 * Until what a channel that hangs is to be asked is tried again: ever longer, as many may wait.
 * @param waits how often it was put off before.
 */
export const putOffSeconds = (waits: number): number => Math.min(2 * 2 ** waits, 60)
