import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { cloneData } from '#test/prepared-data.ts'
import { roomyPlace } from '#test/test-folder.ts'
import { startPostgres, type Postgres } from './postgres.ts'

const log = pino({ level: 'silent' })
const ends: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

/** Holds a cluster that was made, started and stopped: what most of the tests begin with, as a clone. */
let made: string
beforeAll(async () => {
  made = await mkdtemp(join(await roomyPlace(), 'countinghouse-postgres-'))
  await (await startPostgres({ dataDir: made, log })).stop()
}, 60_000)
afterAll(() => rm(made, { recursive: true, force: true }))

describe('the embedded PostgreSQL', () => {
  test('keeps its data, password and port over a stop and a start', async () => {
    const dataDir = await newFolder({ empty: true })
    const first = await start(dataDir)
    await query(first.url, 'create table kept as select 42 as answer')
    await first.stop()
    expect(await postmasterOf(dataDir)).toBeNull()
    const second = await start(dataDir)
    expect(second.url).toBe(first.url)
    expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
  })

  test('writes durably, speaks UTF-8 and listens on the loopback address only', async () => {
    const { url } = await start(await newFolder())
    const wanted = {
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      server_encoding: 'UTF8',
      max_connections: '100',
    }
    const rows = await query(
      url,
      `select name, setting from pg_settings where name = any('{${Object.keys(wanted).join()}}')`,
    )
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual(wanted)
  })

  test('refuses a connection without the password, which only its user may read', async () => {
    const dataDir = await newFolder()
    const { url } = await start(dataDir)
    await expect(query(url.replace(/:[^:@]+@/, ':guess@'), 'select 1')).rejects.toThrow(
      'password authentication failed',
    )
    expect((await stat(join(dataDir, 'postgres/password'))).mode & 0o777).toBe(0o600)
  })

  test(
    'comes back on the same port, with all that was committed, each time it is killed',
    { timeout: 60_000 },
    async () => {
      const dataDir = await newFolder()
      const postgres = await start(dataDir)
      const { url } = postgres
      await query(url, 'create table round (n int)')
      for (let round = 1; round <= 3; round++) {
        await query(url, `insert into round values (${round})`)
        const restarted = new Promise<void>((resolve) => postgres.onRestart(resolve))
        process.kill((await postmasterOf(dataDir)) ?? 0, 'SIGKILL')
        await restarted
        expect(await query(url, 'select count(*)::int as rounds from round')).toEqual([{ rounds: round }])
      }
    },
  )

  test('a second run on the same folder is refused and does not touch the first', async () => {
    const dataDir = await newFolder()
    const { url } = await start(dataDir)
    await expect(start(dataDir)).rejects.toThrow(`${dataDir} is in use by process ${process.pid}`)
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('one left behind by a killed run is stopped, and the next start has its data', { timeout: 60_000 }, async () => {
    const dataDir = await newFolder()
    const run = await runInProcess(dataDir)
    await query(run.url, 'create table kept as select 42 as answer')
    const orphan = await postmasterOf(dataDir)
    run.process.kill('SIGKILL')
    await once(run.process, 'exit')
    expect(await isAlive(orphan)).toBe(true)
    const next = await start(dataDir)
    expect(next.url).toBe(run.url)
    expect(await postmasterOf(dataDir)).not.toBe(orphan)
    expect(await query(next.url, 'select answer from kept')).toEqual([{ answer: 42 }])
  })

  test('the children of a server that was killed together with us are ended too', { timeout: 60_000 }, async () => {
    const dataDir = await newFolder()
    const run = await runInProcess(dataDir)
    const session = new Client({ connectionString: run.url })
    session.on('error', () => {})
    await session.connect()
    const { rows } = await session.query<{ pid: number }>('select pg_backend_pid() as pid')
    const backend = rows[0]?.pid ?? 0
    // A stopped child cannot notice that its server is gone, and holds the shared memory that a new one needs.
    process.kill(backend, 'SIGSTOP')
    run.process.kill('SIGKILL')
    await once(run.process, 'exit')
    process.kill((await postmasterOf(dataDir)) ?? 0, 'SIGKILL')
    await start(dataDir)
    expect(await isAlive(backend)).toBe(false)
  })

  test('a stale pid file that names a stranger costs the stranger nothing', async () => {
    const dataDir = await newFolder()
    await (await start(dataDir)).stop()
    const stranger = spawn('sleep', ['60'])
    ends.push(async () => stranger.kill('SIGKILL'))
    await writeFile(join(dataDir, 'postgres/data/postmaster.pid'), `${stranger.pid}\n${dataDir}/postgres/data\n`)
    await start(dataDir)
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull()
  })

  test('a PostgreSQL on another folder is left alone', async () => {
    const [mine, other] = [await newFolder(), await newFolder()]
    await start(other)
    const stranger = await postmasterOf(other)
    await (await start(mine)).stop()
    await writeFile(join(mine, 'postgres/data/postmaster.pid'), `${stranger}\n${mine}/postgres/data\n`)
    await start(mine)
    expect(await isAlive(stranger)).toBe(true)
    expect(await postmasterOf(other)).toBe(stranger)
  })

  test('takes another port when its own is taken, and keeps that', async () => {
    const [mine, other] = [await newFolder(), await newFolder()]
    const { url } = await start(other)
    await (await start(mine)).stop()
    await writeFile(join(mine, 'postgres/port'), new URL(url).port)
    const moved = await start(mine)
    expect(new URL(moved.url).port).not.toBe(new URL(url).port)
    expect(await readFile(join(mine, 'postgres/port'), 'utf8')).toBe(new URL(moved.url).port)
  })

  test('says in one line why it does not start', async () => {
    const dataDir = await newFolder()
    const started = startPostgres({ dataDir, log, flags: { shared_buffers: 'plenty' } })
    await expect(started).rejects.toThrow(/^PostgreSQL did not start: FATAL: .*shared_buffers.*$/)
  })
})

async function newFolder({ empty = false } = {}): Promise<string> {
  const folder = await mkdtemp(join(await roomyPlace(), 'countinghouse-postgres-'))
  ends.push(() => rm(folder, { recursive: true, force: true }))
  if (!empty) await cloneData(made, folder)
  return folder
}

async function start(dataDir: string): Promise<Postgres> {
  const postgres = await startPostgres({ dataDir, log })
  ends.push(() => postgres.stop())
  return postgres
}

async function runInProcess(dataDir: string): Promise<{ process: ChildProcess; url: string }> {
  const code = `
    import { startPostgres } from ${JSON.stringify(join(import.meta.dirname, 'postgres.ts'))}
    import { pino } from 'pino'
    const { url } = await startPostgres({ dataDir: process.argv[1], log: pino({ level: 'silent' }) })
    process.send(url)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code, dataDir], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  ends.push(async () => child.kill('SIGKILL'))
  const [url] = (await once(child, 'message')) as [string]
  return { process: child, url }
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

async function postmasterOf(dataDir: string): Promise<number | null> {
  const text = await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').catch(() => null)
  return text === null ? null : Number(text.split('\n')[0])
}

async function isAlive(pid: number | null): Promise<boolean> {
  // A zombie process (not yet waited for) still has a pid, but no program.
  return readlink(`/proc/${pid}/exe`).then(
    () => true,
    () => false,
  )
}
