import { createConcurrencyLimit, type ConcurrencyLimit, type ConcurrencyLimitOptions } from './concurrency-limit.ts'

/** A concurrency limit of its own for each of any number of keys. */
export function createTurns(options: ConcurrencyLimitOptions): {
  /** Runs the work when a place of the key is free. Rejects with the error of `full` when its queue is full. */
  pass<T>(key: string, work: () => Promise<T>): Promise<T>
} {
  const limits = new Map<string, ConcurrencyLimit>()
  return {
    async pass(key, work) {
      const limit = limits.get(key) ?? createConcurrencyLimit(options)
      limits.set(key, limit)
      try {
        return await limit.pass(work)
      } finally {
        if (limit.count().working === 0) limits.delete(key)
      }
    },
  }
}
