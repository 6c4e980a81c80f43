import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import type { Logger } from 'pino'
import { findAccount, findBinaries, inFolder, serverEnvironment, type Account } from './postgres-binaries.ts'
import { choosePort, openCluster, type Cluster } from './postgres-cluster.ts'
import { claimCluster, stopLeftovers } from './postgres-orphan.ts'

/** The embedded PostgreSQL, restarted whenever it dies until it is stopped. */
export interface Postgres {
  /** The superuser's connection string to the database `countinghouse`; the same over restarts. */
  url: string
  /** Adds a listener that is called whenever PostgreSQL has died and accepts connections again. */
  onRestart(listener: () => void): void
  /** Closes every connection and stops it; at most 8 s. */
  stop(): Promise<void>
  /** Stops it without waiting; the next start recovers from its log. */
  kill(): void
}

export interface PostgresOptions {
  /** The folder that holds `postgres`; created when absent. */
  dataDir: string
  log: Logger
  /** Server settings that override the durable defaults, such as `{ fsync: 'off' }` for a throwaway database. */
  flags?: Record<string, string>
}

/**
 * Starts the embedded PostgreSQL on `<dataDir>/postgres`, creates the cluster on the first start, and restarts it on
 * the same port whenever it dies. A PostgreSQL that a killed run left behind is stopped first.
 * @throws Error with one line for the operator: another run uses the folder, the platform has no binaries, no right to
 *   the folder, or the last message of PostgreSQL itself.
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const { dataDir, log } = options
  await mkdir(dataDir, { recursive: true })
  const account = await findAccount(dataDir)
  const binaries = await findBinaries(account)
  const release = await claimCluster(dataDir, account)
  try {
    const cluster = await openCluster({ dataDir, binaries, account })
    await stopLeftovers(cluster.data, log)
    const started = await startOnFreePort({ cluster, binaries, account, log, flags: options.flags ?? {} })
    await createDatabase(started.cluster)
    return supervise({ ...started, log, release })
  } catch (error) {
    await release()
    throw error
  }
}

interface Server {
  process: ChildProcess
  /** Resolves once it has ended. */
  ended: Promise<unknown>
}
interface LaunchParts {
  cluster: Cluster
  binaries: string
  account: Account | null
  log: Logger
  flags: Record<string, string>
}
type Launch = (cluster: Cluster) => Promise<Server>

/** A port that is taken meanwhile costs another attempt, not the start. */
async function startOnFreePort(parts: LaunchParts): Promise<{ cluster: Cluster; server: Server; launch: Launch }> {
  const launch: Launch = (cluster) => launchServer({ ...parts, cluster })
  let { cluster } = parts
  for (let attempt = 1; ; attempt++) {
    if (!(await isFree(cluster.port))) cluster = await choosePort(cluster)
    try {
      return { cluster, launch, server: await launch(cluster) }
    } catch (error) {
      if (attempt === 5 || (await isFree(cluster.port))) throw error
    }
  }
}

async function launchServer(parts: LaunchParts): Promise<Server> {
  const { cluster, account, log } = parts
  const place = await inFolder(cluster.data, account)
  const flags = { ...settings, port: String(cluster.port), ...parts.flags }
  const child = spawn(
    `${parts.binaries}/bin/postgres`,
    ['-D', place.path, ...Object.entries(flags).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    // A process group of its own, so that Ctrl-C at the terminal does not stop the database under running requests.
    { ...account, cwd: place.cwd, env: serverEnvironment, detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const said: string[] = []
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    const lines = text.split('\n').filter(Boolean)
    said.push(...lines)
    said.splice(0, said.length - 20)
    for (const line of lines) log.debug({ postgres: line })
  })
  const server = { process: child, ended: Promise.race([once(child, 'close'), once(child, 'error')]).catch(() => {}) }
  await untilReady(cluster, server, said)
  return server
}

/** Durable, local and modest in memory: it shares a small machine with the other processes of the installation. */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  fsync: 'on',
  // PostgreSQL plans for an empty ledger until autovacuum first analyses it; the default minute is too long.
  autovacuum_naptime: '10s',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  shared_buffers: '128MB',
  maintenance_work_mem: '64MB',
  max_wal_size: '1GB',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The values of a failing statement (names, addresses) stay out of the log.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
}

async function untilReady(cluster: Cluster, server: Server, said: string[]): Promise<void> {
  let over = false
  void server.ended.then(() => (over = true))
  const deadline = Date.now() + startTimeoutMs
  for (;;) {
    const answer = await ask(cluster, 'postgres', 'select 1')
    if (answer === 'done') return
    if (over) throw new Error(`PostgreSQL did not start: ${lastWords(said)}`)
    if (Date.now() > deadline || answer === 'refused') {
      server.process.kill('SIGQUIT')
      await server.ended
      const why = answer === 'refused' ? 'it does not accept the password kept beside its data' : lastWords(said)
      throw new Error(`PostgreSQL did not start: ${why}`)
    }
    await delay(20)
  }
}
/** Recovery after a crash replays up to `max_wal_size` of log before it accepts connections. */
const startTimeoutMs = 120_000

function lastWords(said: string[]): string {
  const line = said.findLast((each) => /FATAL|PANIC|ERROR/.test(each)) ?? said.at(-1) ?? 'it said nothing'
  return line.replace(/^.*?(?=FATAL|PANIC|ERROR)/, '')
}

async function ask(cluster: Cluster, database: string, sql: string): Promise<'done' | 'refused' | 'not yet'> {
  const client = new Client({ connectionString: urlOf(cluster, database), connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(sql)
    return 'done'
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === '28P01' ? 'refused' : 'not yet'
  } finally {
    await client.end().catch(() => {})
  }
}

async function createDatabase(cluster: Cluster): Promise<void> {
  if ((await ask(cluster, databaseName, 'select 1')) === 'done') return
  const made = await ask(cluster, 'postgres', `create database ${databaseName}`)
  if (made !== 'done') throw new Error('PostgreSQL runs, but its database could not be made')
}
const databaseName = 'countinghouse'

function urlOf(cluster: Cluster, database: string): string {
  return `postgres://postgres:${cluster.password}@127.0.0.1:${cluster.port}/${database}`
}

function isFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const probe = createServer()
    .once('error', () => resolve(false))
    .listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  return promise
}

function supervise(parts: {
  cluster: Cluster
  server: Server
  launch: Launch
  log: Logger
  release: () => Promise<void>
}): Postgres {
  const { cluster, log } = parts
  const listeners: (() => void)[] = []
  let server = parts.server
  let stopping = false

  const watch = async (): Promise<void> => {
    for (;;) {
      await server.ended
      if (stopping) return
      log.error('PostgreSQL died; starting it again')
      await restart()
      if (stopping) return
      log.warn('PostgreSQL runs again')
      for (const listener of listeners) listener()
    }
  }
  /** Retries without end: a full disk or a lack of memory passes. */
  const restart = async (): Promise<void> => {
    for (let waitMs = 50; !stopping; waitMs = Math.min(waitMs * 2, 1_000)) {
      try {
        await stopLeftovers(cluster.data, log)
        server = await parts.launch(cluster)
        return
      } catch (error) {
        log.error({ err: error }, 'PostgreSQL does not start')
        await delay(waitMs)
      }
    }
  }
  const watching = watch()

  return {
    url: urlOf(cluster, databaseName),
    onRestart: (listener) => void listeners.push(listener),
    stop: async () => {
      stopping = true
      await endServer(server)
      await watching
      await endServer(server)
      await parts.release()
    },
    kill: () => {
      stopping = true
      server.process.kill('SIGQUIT')
    },
  }
}

/** Shuts down fast (connections are closed, a checkpoint is written), then immediate, then by SIGKILL. */
async function endServer({ process, ended }: Server): Promise<void> {
  for (const [signal, patienceMs] of [
    ['SIGINT', 5_000],
    ['SIGQUIT', 2_000],
    ['SIGKILL', 1_000],
  ] as const) {
    if (process.exitCode !== null || process.signalCode !== null) return
    process.kill(signal)
    await Promise.race([ended, delay(patienceMs, undefined, { ref: false })])
  }
}
