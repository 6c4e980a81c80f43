/** A concurrency limit: a few at work, a short queue, and an error when the queue is full. */
export interface ConcurrencyLimit {
  /** Runs the work when a place is free. Rejects with the error of `full` when the queue is full. */
  pass<T>(work: () => Promise<T>): Promise<T>
  /** The number of running and of waiting works. */
  count(): { working: number; waiting: number }
}

/**
 * A concurrency limit for this process: `concurrent` at work, `queue` more waiting, first come first served. `full`
 * makes the error for all others.
 */
export function createConcurrencyLimit({ concurrent, queue, full }: ConcurrencyLimitOptions): ConcurrencyLimit {
  const waiting: (() => void)[] = []
  let working = 0
  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else working -= 1
  }
  const enter = () => {
    if (working >= concurrent) return new Promise<void>((admit) => waiting.push(admit))
    working += 1
    return Promise.resolve()
  }
  return {
    async pass(work) {
      if (working >= concurrent && waiting.length >= queue) throw full()
      await enter()
      try {
        return await work()
      } finally {
        leave()
      }
    },
    count: () => ({ working, waiting: waiting.length }),
  }
}

export interface ConcurrencyLimitOptions {
  concurrent: number
  queue: number
  full: () => Error
}
