import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, readdir, readlink, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, describe, expect, inject, test } from 'vitest'
import { emptyDatabase } from '#test/postgres.ts'
import { cloneData, freePorts, prepareData, startEnvironment } from '#test/prepared-data.ts'
import { roomyPlace } from '#test/test-folder.ts'

const ends: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

describe('the whole program', { timeout: 90_000 }, () => {
  test('prints the address, the outbox and the demo logins last, serves there, and leaves nothing running when stopped', async () => {
    const place = await newPlace()
    const run = await start(place)
    const [address, mails, logins] = run.out.trim().split('\n').slice(-3)
    expect(address).toBe(`Countinghouse is ready at http://localhost:${place.port}`)
    expect(mails).toContain(`http://localhost:${place.port}/sandbox/outbox`)
    expect(logins).toMatch(/^Sign in as admin@acme\.example, .*; password countinghouse-demo-1$/)
    expect(await answers(place.port)).toBe(true)
    expect(await answers(place.simulatorPort)).toBe(true)

    run.process.kill('SIGINT')
    // npm passes on to us the Ctrl-C that the terminal has sent to both.
    run.process.kill('SIGINT')
    expect(await exitOf(run)).toBe(0)
    expect(run.err).toBe('')
    expect(await processesOn(place.dataDir)).toEqual([])
    expect([await answers(place.port), await answers(place.simulatorPort)]).toEqual([false, false])
  })

  test('starts cleanly after it was killed, and its simulator did not outlive it', async () => {
    const place = await newPlace({ started: true })
    const killed = await start(place)
    killed.process.kill('SIGKILL')
    await exitOf(killed)
    await until(async () => !(await answers(place.simulatorPort)))
    expect((await processesOn(place.dataDir)).length).toBeGreaterThan(0)

    const next = await start(place)
    expect(await answers(place.port)).toBe(true)
    next.process.kill('SIGTERM')
    expect(await exitOf(next)).toBe(0)
    expect(await processesOn(place.dataDir)).toEqual([])
  })

  test('says when the master key is not the one that sealed what is there', async () => {
    const place = await newPlace({ started: true })
    const first = await start(place)
    first.process.kill('SIGTERM')
    await exitOf(first)
    expect(first.err).toBe('')
    await writeFile(join(place.dataDir, 'master.key'), `${Buffer.alloc(32, 1).toString('base64')}\n`)
    const run = await start(place)
    expect(run.err).toBe('The master key does not open what is sealed in this database: bring back the one that does\n')
  })

  test('brings the simulator and PostgreSQL back when they are killed', async () => {
    const place = await newPlace({ started: true })
    const run = await start(place)
    const simulator = await simulatorOf(run)
    process.kill(simulator, 'SIGKILL')
    await until(
      async () => (await simulatorOf(run).catch(() => simulator)) !== simulator && answers(place.simulatorPort),
    )

    const pidFile = join(place.dataDir, 'postgres/data/postmaster.pid')
    const postmaster = async () => Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0])
    const first = await postmaster()
    process.kill(first, 'SIGKILL')
    await until(async () => (await postmaster()) > 1 && (await postmaster()) !== first)

    run.process.kill('SIGTERM')
    expect(await exitOf(run)).toBe(0)
    expect(await processesOn(place.dataDir)).toEqual([])
  })

  test('a Ctrl-C while it starts stops it cleanly too', async () => {
    const place = await newPlace()
    const run = launch(place)
    await until(async () => run.out.includes('Starting PostgreSQL'))
    run.process.kill('SIGINT')
    expect(await exitOf(run)).toBe(0)
    expect(run.err).toBe('')
    expect(await processesOn(place.dataDir)).toEqual([])
  })

  test('a Ctrl-C at any moment of a start whose database is up ends it without an error', async () => {
    const { url, ownerUrl, drop } = await emptyDatabase()
    ends.push(drop)
    const place = await newPlace()
    const env = { DATABASE_URL: ownerUrl, APP_DATABASE_URL: url, SMTP_URL: 'smtp://127.0.0.1:9', DEMO: '0' }
    const moments: [reached: (run: Run) => boolean, thenMs: number][] = [
      [() => true, 50],
      // Its first act after loading, just before it connects and migrates.
      [() => existsSync(join(place.dataDir, 'master.key')), 150],
      [({ out }) => out.includes('Starting the API'), 0],
      [({ out }) => out.includes('Starting the API'), 300],
    ]
    for (const [reached, thenMs] of moments) {
      const run = launch(place, { ...env, LOG_LEVEL: 'warn' })
      await until(async () => reached(run))
      await delay(thenMs)
      run.process.kill('SIGINT')
      // Until the program has loaded, the signal ends Node itself.
      expect(await exitOf(run)).toBe(run.process.signalCode === 'SIGINT' && thenMs === 50 ? null : 0)
      expect(run.err).toBe('')
    }
  })

  test('a second one on the same data is refused in one line, and the first goes on', async () => {
    const place = await newPlace({ started: true })
    await start(place)
    const other = { ...(await newPlace()), dataDir: place.dataDir }
    const run = launch(other)
    expect(await exitOf(run)).toBe(1)
    expect(run.err).toMatch(/^\S+ is in use by process \d+: stop that one or set another DATA_DIR\n$/)
    expect(await answers(place.port)).toBe(true)
  })

  test('a port in use is one line, before anything is started', async () => {
    const place = await newPlace()
    const holder = createServer().listen(place.simulatorPort, '127.0.0.1')
    await once(holder, 'listening')
    ends.push(async () => holder.close())
    const run = launch(place)
    expect(await exitOf(run)).toBe(1)
    expect(run.err).toBe(
      `SIMULATOR_PORT ${place.simulatorPort} is in use on 127.0.0.1: stop what listens there or set SIMULATOR_PORT\n`,
    )
    await expect(stat(join(place.dataDir, 'postgres'))).rejects.toThrow('ENOENT')
  })

  test('each fault of the settings is one line, and the exit code 1', async () => {
    const run = launch(await newPlace(), { HOST: '', DEMO: 'maybe' })
    expect(await exitOf(run)).toBe(1)
    expect(run.err).toBe('DEMO must be 0 or 1\nHOST is set, but empty\n')
    expect(run.out).toBe('')
  })

  test('a real installation prints the link for its first merchant, and without a mail server does not start', async () => {
    const place = await newPlace()
    const run = launch(place, { DEMO: '0', SMTP_URL: 'smtp://127.0.0.1:9' })
    await until(async () => run.out.includes('#setup='))
    expect(run.out.trim().split('\n').at(-1)).toMatch(
      new RegExp(`^There is no merchant yet\\. .* at http://localhost:${place.port}/register#setup=[\\w-]{43}$`),
    )
    const refused = launch(await newPlace(), { DEMO: '0' })
    expect(await exitOf(refused)).toBe(1)
    expect(refused.err).toMatch(/^SMTP_URL is needed without demo data: .*\n$/)
  })

  test('a database that does not answer in time is one line', async () => {
    const run = launch(await newPlace(), {
      DATABASE_URL: 'postgres://owner:secret@127.0.0.1:1/gateway',
      DATABASE_WAIT_S: '0',
      SMTP_URL: 'smtp://127.0.0.1:9',
    })
    expect(await exitOf(run)).toBe(1)
    expect(run.err).toBe('The database of DATABASE_URL cannot be reached: connect ECONNREFUSED 127.0.0.1:1\n')
    expect(run.out).toBe('')
  })

  test('a start waits for a database that is away, says so, and stops at once on a signal', async () => {
    const run = launch(await newPlace(), {
      DATABASE_URL: 'postgres://owner:secret@127.0.0.1:1/gateway',
      SMTP_URL: 'smtp://127.0.0.1:9',
    })
    await until(async () => run.out.includes('waiting'))
    expect(run.out).toBe(
      'The database of DATABASE_URL cannot be reached: connect ECONNREFUSED 127.0.0.1:1: waiting for it, 60 s at most\n',
    )
    run.process.kill('SIGTERM')
    expect(await exitOf(run)).toBe(0)
    expect(run.err).toBe('')
  })

  test('a wrong password ends the start at once, because waiting cannot mend it', async () => {
    const { adminUrl } = inject('postgres')
    const wrong = new URL(adminUrl)
    wrong.password = 'wrong'
    const run = launch(await newPlace(), { DATABASE_URL: wrong.href, SMTP_URL: 'smtp://127.0.0.1:9' })
    expect(await exitOf(run)).toBe(1)
    expect(run.err).toMatch(/^The database of DATABASE_URL cannot be reached: password authentication failed .*\n$/)
    expect(run.out).toBe('')
  })
})

interface Place {
  dataDir: string
  port: number
  simulatorPort: number
}
interface Run {
  process: ChildProcess
  out: string
  err: string
}

/** The folder of a first start that was stopped, made once for the tests that begin with one. */
let prepared: Promise<string> | undefined
afterAll(async () => rm((await prepared) ?? '', { recursive: true, force: true }))

async function newFolder(): Promise<string> {
  return mkdtemp(join(await roomyPlace(), 'countinghouse-main-'))
}

async function newPlace({ started = false } = {}): Promise<Place> {
  const dataDir = await newFolder()
  ends.push(() => rm(dataDir, { recursive: true, force: true }))
  prepared ??= started ? newFolder().then((folder) => prepareData(folder, { payments: 0 })) : undefined
  if (started) await cloneData((await prepared) ?? '', dataDir)
  const port = await freePorts()
  return { dataDir, port, simulatorPort: port + 1 }
}

function launch(place: Place, env: Record<string, string> = {}): Run {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    cwd: '/',
    env: {
      ...startEnvironment,
      DATA_DIR: place.dataDir,
      PORT: String(place.port),
      SIMULATOR_PORT: String(place.simulatorPort),
      LOG_LEVEL: 'silent',
      DEMO_PAYMENTS: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const run: Run = { process: child, out: '', err: '' }
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (run.out += text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (run.err += text))
  ends.push(async () => {
    child.kill('SIGTERM')
    await exitOf(run)
  })
  return run
}

async function start(place: Place): Promise<Run> {
  const run = launch(place)
  await until(async () => {
    if (run.process.exitCode !== null) throw new Error(`it ended: ${run.err}`)
    return run.out.includes('password')
  })
  return run
}

async function exitOf({ process: child }: Run): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
  return child.exitCode
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 30_000
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('it did not come about in 30 s')
    await delay(10)
  }
}

async function answers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  )
}

/** The processes that work in or below the folder, such as those of its PostgreSQL. */
async function processesOn(dataDir: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const folders = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')))
  return pids.filter((_, index) => folders[index]?.startsWith(dataDir))
}

async function simulatorOf({ process: { pid } }: Run): Promise<number> {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ')
  for (const child of children) {
    const command = await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '')
    if (command.includes('simulator')) return Number(child)
  }
  throw new Error('there is no simulator')
}
