import { setTimeout as delay } from 'node:timers/promises'

/** Periodic work that runs until it is stopped. */
export interface Repeated {
  /** Starts no further run; resolves once the present one has ended, whose signal is aborted. */
  stop(): Promise<void>
}

/**
 * Runs `work` every `everyMs` milliseconds, counted from the end of the previous run, so that runs never overlap.
 * @param options.firstAfterMs the delay before the first run; none without it.
 * @param options.onError called with the error of a failed run; later runs are not affected.
 */
export function repeat(options: {
  everyMs: number
  firstAfterMs?: number
  work(signal: AbortSignal): Promise<unknown>
  onError(error: unknown): void
}): Repeated {
  const stopping = new AbortController()
  const { signal } = stopping
  const pause = (ms: number) => delay(ms, undefined, { signal, ref: false }).catch(() => {})

  async function run(): Promise<void> {
    await pause(options.firstAfterMs ?? 0)
    while (!signal.aborted) {
      await options.work(signal).catch((error: unknown) => {
        if (!signal.aborted) options.onError(error)
      })
      await pause(options.everyMs)
    }
  }
  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}
