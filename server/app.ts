import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { consoleRoutes } from './console.ts'
import { Fault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import { healthRoutes } from './health.ts'
import { servicesOf } from './services.ts'
import { jobs } from './jobs.ts'
import { openDatabase } from './kit/db/db.ts'
import { serverReader, signerReader } from './kit/auth/merchant-server.ts'
import { createConcurrencyLimit } from './kit/process/concurrency-limit.ts'
import { prepareJobs } from './kit/jobs/jobs.ts'
import type { ServeParts } from './kit/handler.ts'
import { createServer } from './kit/http/server.ts'
import { timeouts } from './kit/timeouts.ts'
import { batchedSessionLookup } from './kit/auth/session-lookup.ts'
import { openApiRoute } from './openapi.ts'
import type { Parts } from './parts.ts'
import { openApiLog } from './api-log/write-calls.ts'
import { tellChanges } from './notifications/tell-changes.ts'
import { payableFinder } from './payables/find.ts'
import { serveDomains } from './serve-domains.ts'
import type { Watch } from './watch.ts'

/**
 * Starts the API on its port: every call of the contract, the shopper's pages and the console.
 *
 * `close` makes the process not ready and goes on serving until proxies have noticed. Then it accepts no more
 * connections and waits for the running requests.
 */
export async function startApi(parts: Parts, watch: Watch): Promise<{ close(): Promise<void> }> {
  const { app, close } = await createApp(parts, { watch })
  await app.listen({ host: parts.config.host, port: parts.config.port })
  return {
    async close() {
      watch.readiness.drain()
      // On one machine there is no proxy to wait for, and Ctrl-C should be quick.
      if (parts.config.role === 'api') await delay(timeouts.noticeMs)
      const cut = setTimeout(() => app.server.closeAllConnections(), timeouts.drainMs)
      await close()
      clearTimeout(cut)
    },
  }
}

interface AppSettings {
  now?: () => Date
  rateFactor?: number
  undeclaredFaults?: ServeParts['undeclaredFaults']
  watch?: Watch
}

/** The API without its port, as tests use it. */
export async function createApp(
  parts: Parts,
  { now = () => new Date(), rateFactor = 1, undeclaredFaults = 'answer', watch }: AppSettings = {},
): Promise<{ app: FastifyInstance; serveParts: ServeParts; close(): Promise<void> }> {
  const onError = (error: Error) => parts.log.warn({ error: error.message }, 'a connection to the database was lost')
  // Before anything is opened: a start that waits for its database tries this again.
  await prepareJobs(parts.ownerUrl, jobs, onError)
  const answerMs = timeouts.requestQueriesMs
  const database = openDatabase(parts.databaseUrl, { name: 'requests', answerMs, onError, sharedReaders: 2 })
  const lookUps = openDatabase(parts.databaseUrl, { name: 'sessions', answerMs, onError, most: 2 })
  for (const pool of [database, lookUps]) watch?.loadShedding.watchPool(pool)
  const exports = openDatabase(parts.databaseUrl, {
    name: 'exports',
    onError,
    most: 6,
    statementMs: timeouts.exportStatementMs,
  })
  const sessions = batchedSessionLookup(lookUps)
  const services = servicesOf(parts, { rateFactor })
  const telling = tellChanges(database, services.changes, parts.log)
  const ofServers = { database: lookUps, master: services.master, now, rateLimit: services.serverCalls }
  const uploads = createConcurrencyLimit({ concurrent: limits.uploads, queue: 0, full: () => new Fault('uploadsBusy') })
  const serveParts: ServeParts = {
    services,
    database,
    exports,
    sessions,
    now,
    servers: serverReader(ofServers),
    signers: signerReader(ofServers),
    uploads,
    undeclaredFaults,
    findPayable: payableFinder({ database, services }),
  }
  const apiLog = openApiLog({ database, services, now, log: parts.log })
  const app = await createServer({
    onServerCall: apiLog.note,
    log: parts.log,
    trustProxy: parts.config.trustProxy,
    rateFactor,
    ...(watch && { loadShedding: watch.loadShedding, isDraining: () => watch.readiness.draining }),
  })

  await serveDomains(app, { ...serveParts, databaseUrl: parts.databaseUrl, outbox: parts.config.outbox })
  openApiRoute(app)
  if (watch) healthRoutes(app, watch.readiness)
  await consoleRoutes(app)

  return {
    app,
    serveParts,
    async close() {
      await app.close()
      await telling.stop()
      await apiLog.stop()
      await database.close()
      await exports.close()
      // Closed after the last request, which may still wait for its session.
      await lookUps.close()
    },
  }
}
