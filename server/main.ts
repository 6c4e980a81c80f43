import { createServer } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { ConfigError, readConfig, type Config, type Role } from './config.ts'
import { checkAppRole, prepareAppRole } from './db/app-role.ts'
import { checkServer } from './db/check-server.ts'
import { migrate } from './db/migrate.ts'
import { whenDatabaseAnswers } from './db/wait.ts'
import { superviseChild, tellReady } from './kit/process/child.ts'
import { runUntilStopped, stoppedTogether, type Running, type Step } from './kit/process/lifecycle.ts'
import { createLog } from './kit/process/log.ts'
import { databasePassword, loadMasterKey, simulatorKeys } from './kit/secrets/master-key.ts'
import { masterKey } from './kit/secrets/seal.ts'
import { startPostgres } from './kit/postgres/postgres.ts'
import type { Parts } from './parts.ts'
import type { Watch } from './watch.ts'

/**
 * The program: `node server/main.ts --role all|api|worker|simulator`. Only this file reads the environment. Progress
 * goes to standard output; logs and the line of a failed start go to standard error.
 */
const config = settings()
const log = createLog({ level: config.logLevel, role: config.role })
const supervised = process.connected
/** The parts that earlier steps of the start pass to later ones. */
const parts: Parts = {
  config,
  log,
  databaseUrl: '',
  ownerUrl: config.databaseUrl ?? '',
  masterKey: Buffer.alloc(0),
  simulatorKeys: { secretKey: '', publishableKey: '' },
}

let watch: Watch

const plans: Record<Role, Step[]> = {
  all: [
    freePorts,
    postgres,
    waiting(database),
    waiting(demoData),
    simulatorProcess,
    watching,
    apiAndWorker,
    mailIn,
    waiting(address),
  ],
  api: [freePorts, waiting(database), waiting(demoData), watching, waiting(api), mailIn, waiting(address)],
  worker: [freePorts, waiting(database), watching, waiting(worker)],
  simulator: [simulator],
}

await runUntilStopped(plans[config.role], fail)

/** A step that waits for a PostgreSQL that is unreachable or starting up. */
function waiting(step: () => Promise<Running | null>): Step {
  const { databaseWaitSeconds: waitSeconds } = config
  return (signal) => whenDatabaseAnswers(step, { waitSeconds, say, signal })
}

function settings(): Config {
  try {
    return readConfig(process.env, process.argv.slice(2), join(import.meta.dirname, '..'))
  } catch (error) {
    fail(error)
    process.exit(1)
  }
}

/** Checks the ports before anything starts: a second `npm start` must not touch the database of the first. */
async function freePorts(): Promise<null> {
  const { host, metrics } = config
  if (config.role !== 'worker') await expectFree('PORT', config.port, host)
  if (config.role === 'all') await expectFree('SIMULATOR_PORT', config.simulator.port, host)
  const { reconMail } = config
  if (reconMail !== null && config.role !== 'worker')
    await expectFree('RECON_MAIL_PORT', reconMail.port, reconMail.host)
  if (metrics.port !== null) await expectFree('METRICS_PORT', metrics.port, metrics.host)
  return null
}

async function expectFree(name: string, port: number, host: string): Promise<void> {
  const probe = createServer().listen(port, host)
  try {
    await once(probe, 'listening')
  } catch (error) {
    throw new Error(listenFault(name, port, host, error))
  }
  probe.close()
  await once(probe, 'close')
}

function listenFault(name: string, port: number, host: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'EADDRINUSE') return `${name} ${port} is in use on ${host}: stop what listens there or set ${name}`
  if (code === 'EACCES') return `${name} ${port} needs more rights than this user has: set ${name} to 1024 or above`
  return `${name.replace('PORT', 'HOST')} ${host} is not an address of this machine`
}

async function postgres(): Promise<Running | null> {
  if (config.databaseUrl !== null) return null
  say(`Starting PostgreSQL on ${config.dataDir}`)
  const server = await startPostgres({ dataDir: config.dataDir, log })
  parts.ownerUrl = server.url
  return server
}

async function database(): Promise<null> {
  parts.masterKey = await loadMasterKey(config)
  parts.simulatorKeys = simulatorKeys(config.simulator.secretKey ?? parts.masterKey)
  await checkServer(parts.ownerUrl)
  parts.databaseUrl = config.appDatabaseUrl ?? (await prepareAppRole(parts.ownerUrl, databasePassword(parts.masterKey)))
  await checkAppRole(parts.databaseUrl, parts.ownerUrl)
  const { applied } = await migrate(parts.ownerUrl)
  if (applied.length > 0) say(`Brought the schema up to ${applied.at(-1)}`)
  const { beginAudit } = await import('./audit-log/begin.ts')
  if ((await beginAudit(parts.ownerUrl, masterKey(parts.masterKey.toString('base64')), new Date())) > 0)
    say('Sealed the rows of the audit log from before its chain')
  // A wrong key does not prevent the start: after a restore without the old key, everything that needs no secret still
  // works.
  const { opensSecrets } = await import('./merchants/check-master-key.ts')
  if (!(await opensSecrets(parts.ownerUrl, parts.masterKey)))
    fail(new Error('The master key does not open what is sealed in this database: bring back the one that does'))
  return null
}

async function demoData(): Promise<null> {
  if (!config.demo) return null
  const { loadDemo } = await import('./demo.ts')
  if (await loadDemo(parts, say)) say('Loaded the demo merchants')
  return null
}

/** The simulated payment provider runs in a separate process without our secrets and without access to our database. */
async function simulatorProcess(): Promise<Running> {
  const { port, sftpPort, url, dir } = config.simulator
  return superviseChild({
    name: 'the simulator',
    args: [import.meta.filename, '--role', 'simulator'],
    env: {
      HOST: config.host,
      PORT: String(config.port),
      PUBLIC_URL: config.publicUrl,
      SIMULATOR_PORT: String(port),
      SIMULATOR_SFTP_PORT: String(sftpPort),
      SIMULATOR_URL: url,
      SIMULATOR_DIR: dir,
      SIMULATOR_SECRET_KEY: parts.simulatorKeys.secretKey,
      LOG_LEVEL: config.logLevel,
    },
    log,
  })
}

async function simulator(): Promise<Running> {
  const { startSimulator } = await import('./providers/simulator/main.ts')
  const { port, sftpPort, dir, url, secretKey } = config.simulator
  const keys = simulatorKeys(secretKey ?? (await loadMasterKey(config)))
  const server = await startSimulator({ host: config.host, port, sftpPort, dir, origin: new URL(url).origin, ...keys })
  tellReady()
  if (!supervised) say(`The simulated provider is ready: ${url}`)
  return { stop: () => server.close() }
}

async function watching(): Promise<Running> {
  const { openWatch } = await import('./watch.ts')
  watch = await openWatch(parts)
  if (config.metrics.port === null) return watch
  const { startMonitor } = await import('./monitor.ts')
  const monitor = await startMonitor(parts, watch.readiness)
  return { stop: () => Promise.all([monitor.stop(), watch.stop()]) }
}

async function api(): Promise<Running> {
  const { startApi } = await import('./app.ts')
  const server = await startApi(parts, watch)
  return { stop: () => server.close() }
}

async function worker(): Promise<Running> {
  const { startWorker } = await import('./worker.ts')
  const working = await startWorker(parts, { watch })
  return {
    stop() {
      watch.readiness.drain()
      return working.stop()
    },
  }
}

/** Takes mails with files of reconciliation, where the operator has set their domain. */
async function mailIn(): Promise<Running | null> {
  if (config.reconMail === null) return null
  const { startReconMail } = await import('./recon-mail.ts')
  return startReconMail(parts, config.reconMail, () => new Date())
}

/** The API and the worker are independent, and both need the database until they have stopped. */
function apiAndWorker(stopping: AbortSignal): Promise<Running | null> {
  say('Starting the API and the worker')
  return stoppedTogether([waiting(api), waiting(worker)])(stopping)
}

async function address(): Promise<null> {
  say(`Countinghouse is ready at ${config.publicUrl}`)
  if (config.demo) {
    const others = ['atlas', 'borneo', 'delta', 'ember', 'gobi'].map((slug) => `admin@${slug}.example`).join(', ')
    if (config.outbox) say(`E-mails aren't delivered: read them at ${config.publicUrl}/sandbox/outbox`)
    say(`Sign in as admin@acme.example, <role>@acme.example, ${others}; password ${config.demoPassword}`)
  } else {
    const { makeSetUpLink } = await import('./registration/set-up-link.ts')
    const link = await makeSetUpLink(parts)
    if (link) say(`There is no merchant yet. Make the first one within 24 hours at ${link}`)
  }
  return null
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Prints one line for each fault of the operator; the stack only for a defect of the program. */
function fail(error: unknown): void {
  const lines = error instanceof ConfigError ? error.faults : [lineOf(error)]
  for (const line of lines) process.stderr.write(`${line}\n`)
}

function lineOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof AggregateError && error.message === '') return lineOf(error.errors[0])
  const isDefect = [TypeError, ReferenceError, RangeError, SyntaxError].some((kind) => error instanceof kind)
  return (isDefect ? error.stack : null) ?? error.message
}
