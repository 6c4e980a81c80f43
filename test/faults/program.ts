import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** One process of the deployment, to be killed and started again with the same settings. */
export interface Program {
  /** Milliseconds since the epoch of each death by a signal that it sent itself: the crash points of a patched source. */
  readonly crashes: number[]
  /** Resolves once it says that it is ready; at once for a program that says nothing. */
  start(): Promise<void>
  /** SIGKILL, and the end of it. */
  kill(): Promise<void>
  /** SIGTERM, and the end of it: its exit code, and how long it took. */
  stop(): Promise<{ code: number | null; ms: number }>
  /** Starts it again whenever it dies by itself, until `kill`. */
  keepRunning(): void
  /** From the next start on. */
  change(settings: { source?: string; env?: Record<string, string> }): void
  running(): boolean
}

export interface ProgramOptions {
  name: string
  /** The folder of the source tree. */
  source: string
  role: 'api' | 'worker'
  env: Record<string, string>
  /** Told of every line that it writes to its standard error. */
  onLine: (line: string) => void
}

/** `node server/main.ts --role …` in a source tree, with nothing of our environment. */
export function program({ name, role, onLine, ...settings }: ProgramOptions): Program {
  let { source, env } = settings
  let child: ChildProcess | null = null
  let keeping = false
  const crashes: number[] = []

  const start = async (): Promise<void> => {
    const started = spawn(process.execPath, [join(source, 'server/main.ts'), '--role', role], {
      cwd: source,
      env,
      // By the last of them it learns that we are gone, and goes too.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    child = started
    let said = ''
    started.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-4_000)
      for (const line of text.split('\n').filter(Boolean)) onLine(`${name}: ${line}`)
    })
    const ended = once(started, 'exit')
    void ended.then(() => died(started))
    if (role === 'worker') {
      started.stdout?.resume()
      return
    }
    await new Promise<void>((ready, fail) => {
      started.stdout?.setEncoding('utf8').on('data', (text: string) => text.includes('ready at') && ready())
      void ended.then(() => fail(new Error(`${name} ended before it was ready: ${said}`)))
    })
  }

  function died(dead: ChildProcess): void {
    if (child !== dead) return
    child = null
    if (dead.signalCode === 'SIGKILL') crashes.push(Date.now())
    else onLine(`${name}: ended by itself, code ${dead.exitCode}`)
    if (keeping) start().catch((error: unknown) => onLine(`${name}: ${String(error)}`))
  }

  return {
    crashes,
    start,
    async kill() {
      keeping = false
      const dying = child
      child = null
      if (!dying || dying.exitCode !== null || dying.signalCode !== null) return
      const ended = once(dying, 'exit')
      dying.kill('SIGKILL')
      await ended
    },
    async stop() {
      const stopping = child
      child = null
      if (!stopping) throw new Error(`${name} does not run`)
      const since = performance.now()
      const ended = once(stopping, 'exit')
      stopping.kill('SIGTERM')
      await ended
      return { code: stopping.exitCode, ms: Math.round(performance.now() - since) }
    },
    keepRunning: () => void (keeping = true),
    change(changed) {
      source = changed.source ?? source
      env = { ...env, ...changed.env }
    },
    running: () => child !== null,
  }
}
