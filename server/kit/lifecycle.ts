import { constants } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { timeOuts } from './time-outs.ts'

/** Something that was started and has to be stopped. */
export interface Running {
  stop(): Promise<unknown>
  /** Ends it at once, without waiting; for what would outlive this process. */
  kill?(): void
}

/**
 * Starts a process' parts one after the other, and stops them in the opposite order on the first SIGINT, SIGTERM or
 * SIGHUP, or when the process that supervises this one is gone: within 10 s, then exit 0. A second signal ends
 * everything at once, with the exit code that a shell gives that signal: 130 for SIGINT, 143 for SIGTERM.
 * @param steps each answers what it started, if that has to be stopped.
 * @param fail tells the operator of an error; the process then stops what runs and exits 1.
 */
export async function runUntilStopped(
  steps: (() => Promise<Running | null>)[],
  fail: (error: unknown) => void,
): Promise<void> {
  const running: Running[] = []
  let ending: { since: number } | null = null
  let starting: Promise<unknown> = Promise.resolve()

  const end = (code: number): void => {
    if (ending !== null) return
    ending = { since: performance.now() }
    void starting
      .catch(() => {})
      .then(() => stopAll(running, performance.now() + timeOuts.stopMs))
      .then(() => process.exit(code))
    // What hangs in starting or stopping does not keep us.
    setTimeout(() => force(running, code), timeOuts.stopMs + 200).unref()
  }
  const onSignal = (signal: NodeJS.Signals): void => {
    if (ending === null) end(0)
    // npm passes on the Ctrl-C that the terminal has sent to everyone: the same one twice is not a second one.
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
      const part = await step()
      if (part !== null) running.push(part)
    }
  }
  starting = start()
  await starting.catch((error: unknown) => {
    fail(error)
    end(1)
  })
}

/** Each part may use the time that is left but for 2 s for every part that comes after it. */
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
    // Only now: until it has stopped, a second signal has to find it.
    running.pop()
  }
}

function force(running: Running[], code: number): void {
  for (const part of running.toReversed()) part.kill?.()
  process.exit(code)
}
