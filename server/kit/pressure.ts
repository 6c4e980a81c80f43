import { monitorEventLoopDelay } from 'node:perf_hooks'
import { timeOuts } from './time-outs.ts'

/** Who is turned away last when there is too much to do: `vital` never, `money` late, the rest first. */
export type Priority = 'vital' | 'money' | 'normal'

/** Says when this process has too much to do, so that what it takes on it also gets done. */
export interface Pressure {
  /** Why a request of this priority should be turned away now, or null. */
  refuses(priority: Priority): 'event_loop' | 'pool_wait' | null
  /** Mean delay of the event loop in the last half second, in milliseconds. */
  eventLoopDelayMs(): number
  /** Heeds another pool from now on: how long the first of those who wait for a connection has waited. */
  heed(oldestWaitMs: () => number): void
  stop(): void
}

export function watchPressure(): Pressure {
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
      const times = priority === 'money' ? timeOuts.shedMoneyTimes : 1
      if (delayMs > timeOuts.shedEventLoopMs * times) return 'event_loop'
      return waits.some((wait) => wait() > timeOuts.shedPoolWaitMs * times) ? 'pool_wait' : null
    },
    eventLoopDelayMs: () => delayMs,
    heed: (oldestWaitMs) => void waits.push(oldestWaitMs),
    stop() {
      clearInterval(timer)
      histogram.disable()
    },
  }
}

/** What tests and measurements use, where the machine is busy with other things. */
export const noPressure: Pressure = { refuses: () => null, eventLoopDelayMs: () => 0, heed: () => {}, stop: () => {} }

const resolution = 10
const sampleMs = 500
