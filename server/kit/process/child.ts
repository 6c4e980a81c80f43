import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'

/** A child process of this program, restarted whenever it dies until it is stopped. */
export interface Child {
  /** Asks it to end, and kills it after 1.5 s. */
  stop(): Promise<void>
  kill(): void
}

export interface ChildOptions {
  name: string
  /** The program and its arguments, run by this Node. */
  args: string[]
  /** Its whole environment; nothing is inherited. */
  env: Record<string, string>
  log: Logger
}

/**
 * Starts the child, waits until it reports that it is ready, and restarts it whenever it dies. An open pipe tells the
 * child when this process has gone.
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

/** Called by the child once it serves; does nothing in an unsupervised process. */
export function tellReady(): void {
  process.send?.('ready')
}

async function startChild({ name, args, env }: ChildOptions): Promise<ChildProcess> {
  // A process group of its own: Ctrl-C at the terminal is for the parent, which stops the child in its order.
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
