import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { pino } from 'pino'
import { inject } from 'vitest'
import { simulatorKeys } from '#server/kit/secrets/master-key.ts'
import { startPostgres, type Postgres } from '#server/kit/postgres/postgres.ts'
import { spawnSimulator, type Child } from '#server/providers/simulator/fixtures.ts'
import { roomyPlace, testFolder } from '#test/test-folder.ts'
import { cloneData, startEnvironment } from '#test/prepared-data.ts'
import { callbackRelay, type CallbackRelay } from './callback-relay.ts'
import { full } from './counts.ts'
import { databaseWire, type DatabaseWire } from './database-wire.ts'
import { patchedSource, sourceRoot, type Patch } from './patched-source.ts'
import { killPostgres } from './postmaster.ts'
import { program, type Program } from './program.ts'

/** The whole product as it runs in earnest, each part a process of its own that can be killed and started again. */
export interface Deployment {
  postgres: Postgres
  dataDir: string
  /** The settings that all processes share. */
  settings: Record<string, string>
  /** The owner's connection string. */
  ownerUrl: string
  apis: readonly [Api, Api]
  worker: Program
  /** Does not run until it is started. */
  secondWorker: Program
  /** Between the processes and PostgreSQL. */
  wire: DatabaseWire
  simulator: { url: string; dir: string; publishableKey: string; kill(): Promise<void>; start(): Promise<void> }
  relay: CallbackRelay
  /** What the processes wrote to their standard error, newest last. */
  log: string[]
  /** Kills PostgreSQL with all its processes and waits until it accepts connections again. */
  killPostgres(): Promise<void>
  /** A copy of the source with faults planted, removed with the deployment. */
  plant(patches: readonly Patch[]): Promise<string>
  sql<R extends object>(text: string, values?: unknown[]): Promise<R[]>
  close(): Promise<void>
}
export interface Api extends Program {
  url: string
}

/**
 * Starts PostgreSQL with its durable settings, the simulated provider, two APIs and a worker, on a clone of the demo data. `more`
 * are settings beside those that all deployments have.
 */
export async function startDeployment(more: Record<string, string> = {}): Promise<Deployment> {
  const ends: (() => Promise<unknown>)[] = []
  const close = async (): Promise<void> => {
    for (const end of ends.splice(0).toReversed()) await end()
  }
  try {
    return await build(ends, close, more)
  } catch (error) {
    await close()
    throw error
  }
}

async function build(
  ends: (() => Promise<unknown>)[],
  close: () => Promise<void>,
  more: Record<string, string>,
): Promise<Deployment> {
  const dataDir = await testFolder(full ? tmpdir() : await roomyPlace())
  ends.push(() => rm(dataDir, { recursive: true, force: true }))
  await cloneData(inject('prepared'), dataDir)
  const log: string[] = []
  const onLine = (line: string) => {
    log.push(line)
    log.splice(0, log.length - 2_000)
  }
  const postgres = await startPostgres({ dataDir, log: pino({ level: 'silent' }) })
  ends.push(() => postgres.stop())

  const wire = await databaseWire(postgres.url)
  ends.push(() => wire.close())

  const keys = simulatorKeys(`sk_test_${randomBytes(12).toString('hex')}`)
  const simulator = await simulatorOn(join(dataDir, 'simulator'), keys)
  ends.push(() => simulator.kill())

  const ports = [await freePort(), await freePort()] as const
  const apiUrls = ports.map((port) => `http://127.0.0.1:${port}`)
  const relay = await callbackRelay(apiUrls)
  ends.push(() => relay.close())

  const shared = {
    ...startEnvironment,
    DEMO_PAYMENTS: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: wire.url,
    // With demo data, which is there already; mail needs no server then.
    DEMO: '1',
    MASTER_KEY: (await readFile(join(dataDir, 'master.key'), 'utf8')).trim(),
    SIMULATOR_URL: simulator.url,
    SIMULATOR_PORT: new URL(simulator.url).port,
    SIMULATOR_SECRET_KEY: keys.secretKey,
    // Nothing here writes to people; without an address for it no part would start.
    SMTP_URL: 'smtp://127.0.0.1:9',
    // Each of the load's clients has an address of its own, as shoppers have.
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'warn',
    ...more,
  }
  const api = (index: 0 | 1): Api => ({
    ...program({
      name: `api ${index + 1}`,
      role: 'api',
      source: sourceRoot,
      env: { ...shared, PORT: String(ports[index]) },
      onLine,
    }),
    url: apiUrls[index] as string,
  })
  const apis = [api(0), api(1)] as const
  // The provider's call-backs go to where the worker believes the API to be.
  const env = { ...shared, PORT: String(relay.port) }
  const worker = program({ name: 'worker', role: 'worker', source: sourceRoot, env, onLine })
  const secondWorker = program({ name: 'worker 2', role: 'worker', source: sourceRoot, env, onLine })
  for (const part of [...apis, worker, secondWorker]) ends.push(() => part.kill())
  await Promise.all([...apis, worker].map((part) => part.start()))

  return {
    postgres,
    dataDir,
    settings: shared,
    ownerUrl: postgres.url,
    apis,
    worker,
    secondWorker,
    wire,
    simulator,
    relay,
    log,
    async killPostgres() {
      const restarted = new Promise<void>((resolve) => postgres.onRestart(resolve))
      await killPostgres(dataDir)
      await restarted
    },
    plant: (patches) => patchedSource(dataDir, patches),
    sql: (text, values = []) => runSql(postgres.url, text, values),
    close,
  }
}

async function simulatorOn(
  dir: string,
  keys: { secretKey: string; publishableKey: string },
): Promise<Deployment['simulator']> {
  let child: Child = await spawnSimulator(dir, { keys })
  const port = Number(new URL(child.url).port)
  return {
    url: child.url,
    dir,
    publishableKey: keys.publishableKey,
    kill: () => child.kill(),
    start: async () => void (child = await spawnSimulator(dir, { port, keys })),
  }
}

async function runSql<R extends object>(url: string, text: string, values: unknown[]): Promise<R[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<R>(text, values)).rows
  } finally {
    await client.end()
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Asks again and again until it is so; false when the time is over. */
export async function becomes(condition: () => Promise<boolean> | boolean, patienceMs: number): Promise<boolean> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    if (await condition()) return true
    if (performance.now() > deadline) return false
    await delay(50)
  }
}
