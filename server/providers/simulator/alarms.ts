/** Things to do at a time, all given up on `stop`. */
export interface Alarms {
  /** Runs `act` at `time`, at once when that is past; what it throws goes to `onError`. */
  at(time: Date, act: () => Promise<void>): void
  stop(): void
}

export function alarms({ now, onError }: { now: () => Date; onError: (error: unknown) => void }): Alarms {
  const waiting = new Set<NodeJS.Timeout>()
  let stopped = false
  return {
    at(time, act) {
      if (stopped) return
      const timer = setTimeout(
        () => {
          waiting.delete(timer)
          act().catch(onError)
        },
        Math.max(0, time.getTime() - now().getTime()),
      )
      waiting.add(timer)
    },
    stop() {
      stopped = true
      for (const timer of waiting) clearTimeout(timer)
      waiting.clear()
    },
  }
}
