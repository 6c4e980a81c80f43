import { constants } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { timeouts } from '#server/kit/timeouts.ts'

/** A started part that has to be stopped. */
export interface Running {
  stop(): Promise<unknown>
  /** Kills it without waiting; for a part that would outlive this process. */
  kill?(): void
}

/** Starts one part; null when there is nothing to stop. Its signal aborts when the process is to stop. */
export type Step = (stopping: AbortSignal) => Promise<Running | null>

/**
 * One step of several that start one after the other and stop at the same time. A start that fails or is broken off stops
 * the parts that it has started.
 */
export function stoppedTogether(steps: Step[]): Step {
  return async (stopping) => {
    const running: Running[] = []
    try {
      for (const step of steps) {
        if (stopping.aborted) break
        const part = await step(stopping)
        if (part !== null) running.push(part)
      }
    } catch (error) {
      await Promise.allSettled(running.map((part) => part.stop()))
      throw error
    }
    return { stop: () => Promise.all(running.map((part) => part.stop())) }
  }
}

/**
 * Starts the parts of a process one after the other, and stops them in reverse order on the first SIGINT, SIGTERM or
 * SIGHUP, or when the supervising process is gone: within 10 s, then exit 0. A second signal kills everything at once,
 * with the exit code that a shell gives that signal: 130 for SIGINT, 143 for SIGTERM.
 * @param fail reports an error to the operator; the process then stops the running parts and exits 1.
 */
export async function runUntilStopped(steps: Step[], fail: (error: unknown) => void): Promise<void> {
  const running: Running[] = []
  const stopping = new AbortController()
  let ending: { since: number } | null = null
  let starting: Promise<unknown> = Promise.resolve()

  const end = (code: number): void => {
    if (ending !== null) return
    ending = { since: performance.now() }
    stopping.abort()
    void starting
      .catch(() => {})
      .then(() => stopAll(running, performance.now() + timeouts.stopMs))
      .then(() => process.exit(code))
    // A part that hangs does not keep the process.
    setTimeout(() => force(running, code), timeouts.stopMs + 200).unref()
  }
  const onSignal = (signal: NodeJS.Signals): void => {
    if (ending === null) end(0)
    // The terminal sends Ctrl-C to the whole group, and npm forwards it once more: the same signal twice is no second
    // one.
    else if (performance.now() - ending.since > 500) force(running, 128 + constants.signals[signal])
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  process.once('disconnect', () => end(0))
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      fail(error)
      end(1)
    })
  }

  const start = async (): Promise<void> => {
    for (const step of steps) {
      if (ending !== null) return
      const part = await step(stopping.signal)
      if (part !== null) running.push(part)
    }
  }
  starting = start()
  await starting.catch((error: unknown) => {
    // A waiting step fails when its signal aborts.
    if (stopping.signal.aborted && isAbort(error)) return
    fail(error)
    end(1)
  })
}

const isAbort = (error: unknown) => error instanceof Error && error.name === 'AbortError'

/** Each part may use the remaining time, less 2 s for every part after it. */
async function stopAll(running: Running[], deadline: number): Promise<void> {
  for (;;) {
    const part = running.at(-1)
    if (part === undefined) return
    const patienceMs = Math.max(0, deadline - performance.now() - (running.length - 1) * 2_000)
    const stopping = part.stop().then(
      () => true,
      () => false,
    )
    const stopped = await Promise.race([stopping, delay(patienceMs, false)])
    if (!stopped) part.kill?.()
    // Removed only now: until it has stopped, a second signal must still find it.
    running.pop()
  }
}

function force(running: Running[], code: number): void {
  for (const part of running.toReversed()) part.kill?.()
  process.exit(code)
}
