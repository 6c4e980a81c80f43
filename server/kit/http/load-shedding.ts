import { monitorEventLoopDelay } from 'node:perf_hooks'
import { timeouts } from '#server/kit/timeouts.ts'

/** The order of load shedding: `normal` is refused first, `money` late, `vital` never. */
export type Priority = 'vital' | 'money' | 'normal'

/** Load shedding: says when this process is overloaded, so that the requests it accepts get answered. */
export interface LoadShedding {
  /** The reason to refuse a request of this priority now, or null. */
  refuses(priority: Priority): 'event_loop' | 'pool_wait' | null
  /** Mean delay of the event loop in the last half second, in milliseconds. */
  eventLoopDelayMs(): number
  /** Includes another pool from now on; `oldestWaitMs` is its longest current wait for a connection. */
  watchPool(oldestWaitMs: () => number): void
  stop(): void
}

export function startLoadShedding(): LoadShedding {
  const waits: (() => number)[] = []
  const histogram = monitorEventLoopDelay({ resolution })
  histogram.enable()
  let delayMs = 0
  const timer = setInterval(() => {
    delayMs = Number.isNaN(histogram.mean) ? 0 : Math.max(0, histogram.mean / 1e6 - resolution)
    histogram.reset()
  }, sampleMs)
  timer.unref()
  return {
    refuses(priority) {
      if (priority === 'vital') return null
      const times = priority === 'money' ? timeouts.shedMoneyTimes : 1
      if (delayMs > timeouts.shedEventLoopMs * times) return 'event_loop'
      return waits.some((wait) => wait() > timeouts.shedPoolWaitMs * times) ? 'pool_wait' : null
    },
    eventLoopDelayMs: () => delayMs,
    watchPool: (oldestWaitMs) => void waits.push(oldestWaitMs),
    stop() {
      clearInterval(timer)
      histogram.disable()
    },
  }
}

/** No load shedding, for tests and measurements on a busy machine. */
export const noLoadShedding: LoadShedding = {
  refuses: () => null,
  eventLoopDelayMs: () => 0,
  watchPool: () => {},
  stop: () => {},
}

const resolution = 10
const sampleMs = 500
