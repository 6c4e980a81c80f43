import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'

/** A process of our own program, kept running until it is stopped. */
export interface Child {
  /** Asks it to end, and ends it by force after 1.5 s. */
  stop(): Promise<void>
  kill(): void
}

export interface ChildOptions {
  name: string
  /** The program and its arguments, run by this Node. */
  args: string[]
  /** All the environment it gets: nothing of ours comes along by itself. */
  env: Record<string, string>
  log: Logger
}

/**
 * Starts the child, waits for it to say that it is ready, and starts it again whenever it dies. It keeps a line open to
 * us by which it learns that we are gone.
 * @throws Error with the child's own last line when it ends before it was ready.
 */
export async function superviseChild(options: ChildOptions): Promise<Child> {
  const { name, log } = options
  let child = await startChild(options)
  let stopping = false

  const watch = async (): Promise<void> => {
    for (let waitMs = 100; ;) {
      const startedAt = performance.now()
      await ended(child)
      if (stopping) return
      waitMs = performance.now() - startedAt > 10_000 ? 100 : Math.min(waitMs * 2, 5_000)
      log.error({ code: child.exitCode, signal: child.signalCode }, `${name} died; starting it again`)
      await delay(waitMs)
      if (stopping) return
      await startChild(options).then(
        (next) => (child = next),
        (error: unknown) => log.error({ err: error }, `${name} does not start`),
      )
    }
  }
  const watching = watch()

  return {
    stop: async () => {
      stopping = true
      child.kill('SIGTERM')
      await Promise.race([ended(child), delay(1_500, undefined, { ref: false })])
      child.kill('SIGKILL')
      await ended(child)
      await watching
    },
    kill: () => {
      stopping = true
      child.kill('SIGKILL')
    },
  }
}

/** Called by the child once it serves; does nothing in a process that nobody supervises. */
export function tellReady(): void {
  process.send?.('ready')
}

async function startChild({ name, args, env }: ChildOptions): Promise<ChildProcess> {
  // A group of its own: a Ctrl-C at the terminal is for us, and we stop it when its turn comes.
  const child = spawn(process.execPath, args, { env, detached: true, stdio: ['ignore', 'inherit', 'pipe', 'ipc'] })
  let said = ''
  const remember = (text: string): void => void (said = (said + text).slice(-2_000))
  child.stderr?.setEncoding('utf8').on('data', remember)
  const ready = await Promise.race([
    once(child, 'message').then(() => true),
    ended(child).then(() => false),
    delay(startTimeoutMs, false, { ref: false }),
  ])
  if (!ready) {
    child.kill('SIGKILL')
    throw new Error(said.trim().split('\n').at(-1) || `${name} was not ready in ${startTimeoutMs / 1_000} s`)
  }
  child.stderr?.off('data', remember).pipe(process.stderr)
  return child
}
const startTimeoutMs = 20_000

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  await once(child, 'exit').catch(() => {})
}
