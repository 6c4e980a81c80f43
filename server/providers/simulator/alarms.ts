/** Actions at given times, all cancelled by `stop`. */
export interface Alarms {
  /** Runs `act` at `time`, at once when that is past; what it throws goes to `onError`. */
  at(time: Date, act: () => Promise<void>): void
  stop(): void
}

export function alarms({ now, onError }: { now: () => Date; onError: (error: unknown) => void }): Alarms {
  const waiting = new Set<NodeJS.Timeout>()
  let stopped = false
  const self: Alarms = {
    at(time, act) {
      if (stopped) return
      const due = Math.max(0, time.getTime() - now().getTime())
      const timer = setTimeout(
        () => {
          waiting.delete(timer)
          if (due > longestMs) self.at(time, act)
          else act().catch(onError)
        },
        Math.min(due, longestMs),
      )
      waiting.add(timer)
    },
    stop() {
      stopped = true
      for (const timer of waiting) clearTimeout(timer)
      waiting.clear()
    },
  }
  return self
}
/** setTimeout holds at most 24.8 days and fires at once beyond that. */
const longestMs = 2 ** 31 - 1
