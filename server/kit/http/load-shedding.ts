import { monitorEventLoopDelay } from 'node:perf_hooks'
import { timeouts } from '#server/kit/timeouts.ts'

/** The order of load shedding: `normal` is refused first, `money` late, `vital` never. */
export type Priority = 'vital' | 'money' | 'normal'

/** A pool of connections as load shedding sees it; a database is one. */
export interface WatchedPool {
  /** The longest current wait for a connection, in milliseconds. */
  oldestWaitMs(): number
  /** The number of requests that wait for a connection. */
  waiting(): number
}

/**
 * Load shedding: says when this process is overloaded, so that the requests it accepts get answered. Overload is a limit
 * that is exceeded for a while: a slow second, or a page that sends its calls at once, only makes requests wait. An
 * overload ends when no limit has been exceeded for a while.
 */
export interface LoadShedding {
  /** The reason to refuse a request of this priority now, or null. */
  refuses(priority: Priority): 'event_loop' | 'pool_wait' | null
  /** Mean delay of the event loop in the last half second, in milliseconds. */
  eventLoopDelayMs(): number
  /** Includes another pool from now on. */
  watchPool(pool: WatchedPool): void
  stop(): void
}

export function startLoadShedding(): LoadShedding {
  const pools: WatchedPool[] = []
  const histogram = monitorEventLoopDelay({ resolution })
  histogram.enable()
  let delayMs = 0
  /** A pause of the process is one sample, however long it was. */
  let exceededMs = 0
  let overloadedUntil = -Infinity
  const timer = setInterval(() => {
    delayMs = Number.isNaN(histogram.mean) ? 0 : Math.max(0, histogram.mean / 1e6 - resolution)
    histogram.reset()
    const now = performance.now()
    exceededMs = exceeds(1) ? exceededMs + sampleMs : 0
    if (exceededMs >= timeouts.shedAfterMs || (exceededMs > 0 && now < overloadedUntil))
      overloadedUntil = now + timeouts.shedCalmMs
  }, sampleMs)
  timer.unref()

  function exceeds(times: number): 'event_loop' | 'pool_wait' | null {
    if (delayMs > timeouts.shedEventLoopMs * times) return 'event_loop'
    return pools.some((pool) => pool.oldestWaitMs() > timeouts.shedPoolWaitMs * times) ? 'pool_wait' : null
  }

  return {
    refuses(priority) {
      if (priority === 'vital') return null
      const times = priority === 'money' ? timeouts.shedMoneyTimes : 1
      if (pools.some((pool) => pool.waiting() > timeouts.shedPoolWaiting * times)) return 'pool_wait'
      return performance.now() < overloadedUntil ? exceeds(times) : null
    },
    eventLoopDelayMs: () => delayMs,
    watchPool: (pool) => void pools.push(pool),
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
