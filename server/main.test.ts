import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, readdir, readlink, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'

const ends: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

describe('the whole house', { timeout: 90_000 }, () => {
  test('prints the address and the demo logins last, serves there, and leaves nothing running when stopped', async () => {
    const house = await newHouse()
    const run = await start(house)
    const [address, logins] = run.out.trim().split('\n').slice(-2)
    expect(address).toBe(`Countinghouse is ready at http://localhost:${house.port}`)
    expect(logins).toMatch(/^Sign in as admin@acme\.example, .*; password countinghouse-demo-1$/)
    expect(await answers(house.port)).toBe(true)
    expect(await answers(house.simulatorPort)).toBe(true)

    run.process.kill('SIGINT')
    // npm passes on to us the Ctrl-C that the terminal has sent to both.
    run.process.kill('SIGINT')
    expect(await exitOf(run)).toBe(0)
    expect(run.err).toBe('')
    expect(await processesOn(house.dataDir)).toEqual([])
    expect([await answers(house.port), await answers(house.simulatorPort)]).toEqual([false, false])
  })

  test('starts cleanly after it was killed, and its simulator did not outlive it', async () => {
    const house = await newHouse()
    const killed = await start(house)
    killed.process.kill('SIGKILL')
    await exitOf(killed)
    await until(async () => !(await answers(house.simulatorPort)))
    expect((await processesOn(house.dataDir)).length).toBeGreaterThan(0)

    const next = await start(house)
    expect(await answers(house.port)).toBe(true)
    next.process.kill('SIGTERM')
    expect(await exitOf(next)).toBe(0)
    expect(await processesOn(house.dataDir)).toEqual([])
  })

  test('says when the master key is not the one that sealed what is there', async () => {
    const house = await newHouse()
    const first = await start(house)
    first.process.kill('SIGTERM')
    await exitOf(first)
    expect(first.err).toBe('')
    await writeFile(join(house.dataDir, 'master.key'), `${Buffer.alloc(32, 1).toString('base64')}\n`)
    const run = await start(house)
    expect(run.err).toBe('The master key does not open what is sealed in this database: bring back the one that does\n')
  })

  test('brings the simulator and PostgreSQL back when they are killed', async () => {
    const house = await newHouse()
    const run = await start(house)
    const simulator = await simulatorOf(run)
    process.kill(simulator, 'SIGKILL')
    await until(
      async () => (await simulatorOf(run).catch(() => simulator)) !== simulator && answers(house.simulatorPort),
    )

    const pidFile = join(house.dataDir, 'postgres/data/postmaster.pid')
    const postmaster = async () => Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0])
    const first = await postmaster()
    process.kill(first, 'SIGKILL')
    await until(async () => (await postmaster()) > 1 && (await postmaster()) !== first)

    run.process.kill('SIGTERM')
    expect(await exitOf(run)).toBe(0)
    expect(await processesOn(house.dataDir)).toEqual([])
  })

  test('a Ctrl-C while it starts stops it cleanly too', async () => {
    const house = await newHouse()
    const run = launch(house)
    await until(async () => run.out.includes('Starting PostgreSQL'))
    run.process.kill('SIGINT')
    expect(await exitOf(run)).toBe(0)
    expect(await processesOn(house.dataDir)).toEqual([])
  })

  test('a second one on the same data is refused in one line, and the first goes on', async () => {
    const house = await newHouse()
    await start(house)
    const other = { ...(await newHouse()), dataDir: house.dataDir }
    const run = launch(other)
    expect(await exitOf(run)).toBe(1)
    expect(run.err).toMatch(/^\S+ is in use by process \d+: stop that one or set another DATA_DIR\n$/)
    expect(await answers(house.port)).toBe(true)
  })

  test('a port in use is one line, before anything is started', async () => {
    const house = await newHouse()
    const holder = createServer().listen(house.simulatorPort, '127.0.0.1')
    await once(holder, 'listening')
    ends.push(async () => holder.close())
    const run = launch(house)
    expect(await exitOf(run)).toBe(1)
    expect(run.err).toBe(
      `SIMULATOR_PORT ${house.simulatorPort} is in use on 127.0.0.1: stop what listens there or set SIMULATOR_PORT\n`,
    )
    await expect(stat(join(house.dataDir, 'postgres'))).rejects.toThrow('ENOENT')
  })

  test('each fault of the settings is one line, and the exit code 1', async () => {
    const run = launch(await newHouse(), { HOST: '', DEMO: 'maybe' })
    expect(await exitOf(run)).toBe(1)
    expect(run.err).toBe('DEMO must be 0 or 1\nHOST is set, but empty\n')
    expect(run.out).toBe('')
  })

  test('a real installation prints the link for its first merchant, and without a mail server does not start', async () => {
    const house = await newHouse()
    const run = launch(house, { DEMO: '0', SMTP_URL: 'smtp://127.0.0.1:9' })
    await until(async () => run.out.includes('#setup='))
    expect(run.out.trim().split('\n').at(-1)).toMatch(
      new RegExp(`^There is no merchant yet\\. .* at http://localhost:${house.port}/register#setup=[\\w-]{43}$`),
    )
    const refused = launch(await newHouse(), { DEMO: '0' })
    expect(await exitOf(refused)).toBe(1)
    expect(refused.err).toMatch(/^SMTP_URL is needed without demo data: .*\n$/)
  })

  test('a database that does not answer is one line', async () => {
    const run = launch(await newHouse(), {
      DATABASE_URL: 'postgres://owner:secret@127.0.0.1:1/house',
      SMTP_URL: 'smtp://127.0.0.1:9',
    })
    expect(await exitOf(run)).toBe(1)
    expect(run.err).toBe('The database of DATABASE_URL cannot be reached: connect ECONNREFUSED 127.0.0.1:1\n')
  })
})

interface House {
  dataDir: string
  port: number
  simulatorPort: number
}
interface Run {
  process: ChildProcess
  out: string
  err: string
}

async function newHouse(): Promise<House> {
  const dataDir = await mkdtemp(join(tmpdir(), 'countinghouse-house-'))
  ends.push(() => rm(dataDir, { recursive: true, force: true }))
  return { dataDir, port: await freePort(), simulatorPort: await freePort() }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

function launch(house: House, env: Record<string, string> = {}): Run {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    cwd: '/',
    env: {
      DATA_DIR: house.dataDir,
      PORT: String(house.port),
      SIMULATOR_PORT: String(house.simulatorPort),
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

async function start(house: House): Promise<Run> {
  const run = launch(house)
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
    await new Promise((resolve) => setImmediate(resolve))
  }
}

async function answers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  )
}

/** Whatever lives in or below the folder, such as every process of its PostgreSQL. */
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
