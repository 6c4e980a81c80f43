/** Lets a few through at a time and keeps a short queue; whoever comes when that is full is turned away at once. */
export interface Turnstile {
  /** Runs the work when its turn comes. Rejects with the turnstile's own error when the queue is full. */
  pass<T>(work: () => Promise<T>): Promise<T>
  /** How many are at work, and how many wait. */
  count(): { working: number; waiting: number }
}

/**
 * A turnstile for this process: `concurrent` at work, `queue` more waiting, first come first served. `full` makes the
 * error for the rest.
 */
export function createTurnstile({ concurrent, queue, full }: TurnstileOptions): Turnstile {
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

export interface TurnstileOptions {
  concurrent: number
  queue: number
  full: () => Error
}
