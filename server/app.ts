import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { contract } from '#contract/contract.ts'
import { checkoutHandlers } from './checkout/handlers.ts'
import { checkoutRoutes } from './checkout/routes.ts'
import { slipRoute } from './checkout/slip-route.ts'
import { watchRoute } from './checkout/watch.ts'
import { analyticsHandlers } from './analytics/handlers.ts'
import { auditLogHandlers } from './audit-log/handlers.ts'
import { consoleRoutes } from './console.ts'
import { factorHandlers } from './factors/handlers.ts'
import { Fault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import { healthRoutes } from './health.ts'
import { houseOf } from './house.ts'
import { jobs } from './jobs.ts'
import { createAllowance } from './kit/allowance.ts'
import { openDatabase } from './kit/db.ts'
import { serverReader } from './kit/merchant-server.ts'
import { createTurnstile } from './kit/turnstile.ts'
import { prepareJobs } from './kit/jobs.ts'
import type { ServeParts } from './kit/handler.ts'
import { serve } from './kit/serve.ts'
import { createServer } from './kit/server.ts'
import { timeOuts } from './kit/time-outs.ts'
import { sessionsTogether } from './kit/who.ts'
import { outboxRoute } from './messages/outbox-route.ts'
import { kycDocumentRoute } from './kyc/document-route.ts'
import { kycHandlers } from './kyc/handlers.ts'
import { masterMerchantHandlers } from './master-merchants/handlers.ts'
import { merchantHandlers } from './merchants/handlers.ts'
import { logoRoute } from './merchants/logo.ts'
import { openApiRoute } from './openapi.ts'
import { notificationHandlers } from './notifications/handlers.ts'
import { streamRoute } from './notifications/stream.ts'
import type { Parts } from './parts.ts'
import { passwordResetHandlers } from './password-reset/handlers.ts'
import { paymentLinkHandlers } from './payment-links/handlers.ts'
import { ownersOfLinks } from './payment-links/owner-of-link.ts'
import { paymentHandlers } from './payments/handlers.ts'
import { callbackRoute } from './payments/callback-route.ts'
import { registrationHandlers } from './registration/handlers.ts'
import { refundBatchHandlers } from './refund-batches/handlers.ts'
import { refundHandlers } from './refunds/handlers.ts'
import { searchHandlers } from './search/handlers.ts'
import { sessionHandlers } from './session/handlers.ts'
import { supportHandlers } from './support/handlers.ts'
import { ssoConnectionHandlers } from './sso/connection-handlers.ts'
import { ssoHandlers } from './sso/handlers.ts'
import { ssoLogoutRoute } from './sso/logout-route.ts'
import type { Watch } from './watch.ts'
import { viewHandlers } from './views/handlers.ts'
import { userHandlers } from './users/handlers.ts'
import { webhookHandlers } from './webhooks/handlers.ts'

/**
 * Starts the API on its port: every call of the contract, the shopper's pages and the console.
 *
 * `close` first says that it is not ready and goes on serving until proxies have noticed, then takes no more and lets
 * what is under way end.
 */
export async function startApi(parts: Parts, watch: Watch): Promise<{ close(): Promise<void> }> {
  const { app, close } = await createApp(parts, { watch })
  await app.listen({ host: parts.config.host, port: parts.config.port })
  return {
    async close() {
      watch.readiness.drain()
      // On one machine nobody stands in front, and a Ctrl-C is to be quick.
      if (parts.config.role === 'api') await delay(timeOuts.noticeMs)
      const cut = setTimeout(() => app.server.closeAllConnections(), timeOuts.drainMs)
      await close()
      clearTimeout(cut)
    },
  }
}

/** The API without its port, as tests use it. */
export async function createApp(
  parts: Parts,
  { now = () => new Date(), rateFactor = 1, watch }: { now?: () => Date; rateFactor?: number; watch?: Watch } = {},
): Promise<{ app: FastifyInstance; serveParts: ServeParts; close(): Promise<void> }> {
  const onError = (error: Error) => parts.log.warn({ error: error.message }, 'a connection to the database was lost')
  const answerMs = timeOuts.requestQueriesMs
  const database = openDatabase(parts.databaseUrl, { name: 'requests', answerMs, onError, lanes: 2 })
  const lookUps = openDatabase(parts.databaseUrl, { name: 'sessions', answerMs, onError, most: 2 })
  for (const pool of [database, lookUps]) watch?.pressure.heed(pool.oldestWaitMs)
  const exports = openDatabase(parts.databaseUrl, {
    name: 'exports',
    onError,
    most: 6,
    statementMs: timeOuts.exportStatementMs,
  })
  const sessions = sessionsTogether(lookUps)
  await prepareJobs(parts.ownerUrl, jobs, onError)
  const house = houseOf(parts)
  const allowance = createAllowance({ most: limits.serverCalls * rateFactor, windowMs: 10_000 })
  const servers = serverReader({ database: lookUps, master: house.master, now, allowance })
  const uploads = createTurnstile({ concurrent: limits.uploads, queue: 0, full: () => new Fault('uploadsBusy') })
  const serveParts: ServeParts = {
    house,
    database,
    exports,
    sessions,
    now,
    servers,
    uploads,
    ownerOfLink: ownersOfLinks({ database, house }),
  }
  const app = await createServer({
    log: parts.log,
    trustProxy: parts.config.trustProxy,
    rateFactor,
    ...(watch && { pressure: watch.pressure, isDraining: () => watch.readiness.draining }),
  })

  serve(app, contract.session, sessionHandlers, serveParts)
  serve(app, contract.factors, factorHandlers, serveParts)
  serve(app, contract.sso, ssoHandlers, serveParts)
  serve(app, contract.ssoConnection, ssoConnectionHandlers, serveParts)
  serve(app, contract.registration, registrationHandlers, serveParts)
  serve(app, contract.passwordReset, passwordResetHandlers, serveParts)
  serve(app, contract.merchants, merchantHandlers, serveParts)
  serve(app, contract.masterMerchants, masterMerchantHandlers, serveParts)
  serve(app, contract.kyc, kycHandlers, serveParts)
  serve(app, contract.paymentLinks, paymentLinkHandlers, serveParts)
  serve(app, contract.payments, paymentHandlers, serveParts)
  serve(app, contract.analytics, analyticsHandlers, serveParts)
  serve(app, contract.refunds, refundHandlers, serveParts)
  serve(app, contract.refundBatches, refundBatchHandlers, serveParts)
  serve(app, contract.webhooks, webhookHandlers, serveParts)
  serve(app, contract.notifications, notificationHandlers, serveParts)
  serve(app, contract.support, supportHandlers, serveParts)
  serve(app, contract.auditLog, auditLogHandlers, serveParts)
  serve(app, contract.search, searchHandlers, serveParts)
  serve(app, contract.views, viewHandlers, serveParts)
  serve(app, contract.users, userHandlers, serveParts)
  serve(app, contract.checkout, checkoutHandlers, serveParts)
  await callbackRoute(app, serveParts)
  openApiRoute(app)
  logoRoute(app, serveParts)
  ssoLogoutRoute(app, serveParts)
  if (watch) healthRoutes(app, watch.readiness)
  checkoutRoutes(app, serveParts)
  watchRoute(app, serveParts)
  streamRoute(app, serveParts, parts.databaseUrl)
  await slipRoute(app, serveParts)
  await kycDocumentRoute(app, serveParts)
  if (parts.config.outbox) outboxRoute(app, serveParts)
  await consoleRoutes(app)

  return {
    app,
    serveParts,
    async close() {
      await app.close()
      await database.close()
      await exports.close()
      // After the last request, which may still wait for who asks.
      await lookUps.close()
    },
  }
}
