import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { stoppedTogether } from './lifecycle.ts'

const children: ChildProcess[] = []

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

describe('a process of several parts', { timeout: 30_000 }, () => {
  test('starts them in order and stops them in the opposite order, exit 0', async () => {
    const run = await runParts(`[part('database'), part('server')]`)
    run.child.kill('SIGTERM')
    expect(await exitOf(run)).toBe(0)
    expect(run.out).toEqual(['start database', 'start server', 'stop server', 'stop database'])
  })

  test('when a part cannot start, those before it are stopped, exit 1', async () => {
    const run = await runParts(`[part('database'), () => Promise.reject(new Error('no room')), part('server')]`)
    expect(await exitOf(run)).toBe(1)
    expect(run.out).toEqual(['start database', 'failed: no room', 'stop database'])
  })

  test('an uncaught error stops it too, exit 1', async () => {
    const run = await runParts(`[part('database'), async () => (setImmediate(() => { throw new Error('oh') }), null)]`)
    expect(await exitOf(run)).toBe(1)
    expect(run.out).toEqual(['start database', 'failed: oh', 'stop database'])
  })

  test('it ends when the process that supervises it is gone', async () => {
    const run = await runParts(`[part('server')]`)
    run.child.disconnect()
    expect(await exitOf(run)).toBe(0)
    expect(run.out).toEqual(['start server', 'stop server'])
  })

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('a second %s ends a part that does not stop at once, exit %i', async (signal, code) => {
    const run = await runParts(`[part('database'), stuck('server')]`)
    run.child.kill(signal)
    await until(() => run.out.includes('stop server'))
    // Signals of the first half second are the first one passed on; one of the later ones is the second.
    const again = setInterval(() => run.child.kill(signal), 50)
    expect(await exitOf(run).finally(() => clearInterval(again))).toBe(code)
    expect(run.out).toEqual(['start database', 'start server', 'stop server', 'kill server', 'kill database'])
  })

  test('a part that does not stop in its time is ended by force, and the others are still stopped, within 10 s', async () => {
    const run = await runParts(`[part('database'), stuck('server')]`)
    const askedAt = performance.now()
    run.child.kill('SIGTERM')
    expect(await exitOf(run)).toBe(0)
    expect(performance.now() - askedAt).toBeLessThan(10_000)
    expect(run.out).toEqual(['start database', 'start server', 'stop server', 'kill server', 'stop database'])
  })
})

describe('parts that stop together', () => {
  const stopped: string[] = []
  const part = (name: string) => async () => ({ stop: async () => void stopped.push(name) })
  afterEach(() => void stopped.splice(0))

  test('the parts that have started stop when a later one cannot start', async () => {
    const failing = stoppedTogether([part('api'), () => Promise.reject(new Error('no room'))])
    await expect(failing(new AbortController().signal)).rejects.toThrow('no room')
    expect(stopped).toEqual(['api'])
  })

  test('no further part starts once the process is to stop, and those that have started can be stopped', async () => {
    const stopping = new AbortController()
    const api = async () => {
      stopping.abort()
      return part('api')()
    }
    const both = await stoppedTogether([api, part('worker')])(stopping.signal)
    await both?.stop()
    expect(stopped).toEqual(['api'])
  })
})

interface Run {
  child: ChildProcess
  out: string[]
}

async function runParts(steps: string): Promise<Run> {
  const code = `
    import { runUntilStopped } from ${JSON.stringify(join(import.meta.dirname, 'lifecycle.ts'))}
    import { writeSync } from 'node:fs'
    const say = (line) => writeSync(1, line + '\\n')
    const part = (name, stop = async () => {}) => async () => {
      say('start ' + name)
      return { stop: () => (say('stop ' + name), stop()), kill: () => say('kill ' + name) }
    }
    const stuck = (name) => part(name, () => new Promise(() => {}))
    setInterval(() => {}, 1_000)
    await runUntilStopped(${steps}, (error) => say('failed: ' + error.message))
    process.send?.('started')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  children.push(child)
  const run: Run = { child, out: [] }
  let text = ''
  child.stdout?.setEncoding('utf8').on('data', (more: string) => {
    text += more
    run.out = text.split('\n').slice(0, -1)
  })
  await Promise.race([once(child, 'message'), once(child, 'exit')])
  return run
}

async function exitOf({ child }: Run): Promise<number | null> {
  if (child.stdout?.readableEnded === false) await once(child.stdout, 'end')
  if (child.exitCode === null) await once(child, 'exit')
  return child.exitCode
}

async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 10_000
  while (!condition()) {
    if (Date.now() > deadline) throw new Error('it did not come about in 10 s')
    await new Promise((resolve) => setImmediate(resolve))
  }
}
