import type { FastifyInstance } from 'fastify'
import { contract } from '#contract/contract.ts'
import { checkoutHandlers } from './checkout/handlers.ts'
import { checkoutRoutes } from './checkout/routes.ts'
import { watchRoute } from './checkout/watch.ts'
import { consoleRoutes } from './console.ts'
import { houseOf } from './house.ts'
import { jobs } from './jobs.ts'
import { openDatabase } from './kit/db.ts'
import { openJobs, prepareJobs } from './kit/jobs.ts'
import type { ServeParts } from './kit/handler.ts'
import { serve } from './kit/serve.ts'
import { createServer } from './kit/server.ts'
import { sessionsTogether } from './kit/who.ts'
import { outboxRoute } from './messages/outbox-route.ts'
import { merchantHandlers } from './merchants/handlers.ts'
import { openApiRoute } from './openapi.ts'
import type { Parts } from './parts.ts'
import { passwordResetHandlers } from './password-reset/handlers.ts'
import { paymentLinkHandlers } from './payment-links/handlers.ts'
import { ownerOfLink } from './payment-links/owner-of-link.ts'
import { paymentHandlers } from './payments/handlers.ts'
import { callbackRoute } from './payments/callback-route.ts'
import { registrationHandlers } from './registration/handlers.ts'
import { refundHandlers } from './refunds/handlers.ts'
import { sessionHandlers } from './session/handlers.ts'
import { webhookHandlers } from './webhooks/handlers.ts'

/** Starts the API on its port: every call of the contract, the shopper's pages and the console. */
export async function startApi(parts: Parts): Promise<{ close(): Promise<void> }> {
  const { app, close } = await createApp(parts)
  await app.listen({ host: parts.config.host, port: parts.config.port })
  return { close }
}

/** The API without its port, as tests use it. */
export async function createApp(
  parts: Parts,
  { now = () => new Date(), rateFactor = 1 }: { now?: () => Date; rateFactor?: number } = {},
): Promise<{ app: FastifyInstance; serveParts: ServeParts; close(): Promise<void> }> {
  const onError = (error: Error) => parts.log.warn({ error: error.message }, 'a connection to the database was lost')
  const database = openDatabase(parts.databaseUrl, { onError })
  const lookUps = openDatabase(parts.databaseUrl, { onError, most: 2 })
  const sessions = sessionsTogether(lookUps, 2)
  await prepareJobs(parts.ownerUrl, jobs, onError)
  const sender = await openJobs(parts.ownerUrl, onError)
  const serveParts: ServeParts = { house: houseOf(parts), database, sessions, jobs: sender, now, ownerOfLink }
  const app = await createServer({ log: parts.log, trustProxy: parts.config.trustProxy, rateFactor })

  serve(app, contract.session, sessionHandlers, serveParts)
  serve(app, contract.registration, registrationHandlers, serveParts)
  serve(app, contract.passwordReset, passwordResetHandlers, serveParts)
  serve(app, contract.merchants, merchantHandlers, serveParts)
  serve(app, contract.paymentLinks, paymentLinkHandlers, serveParts)
  serve(app, contract.payments, paymentHandlers, serveParts)
  serve(app, contract.refunds, refundHandlers, serveParts)
  serve(app, contract.webhooks, webhookHandlers, serveParts)
  serve(app, contract.checkout, checkoutHandlers, serveParts)
  await callbackRoute(app, serveParts)
  openApiRoute(app)
  checkoutRoutes(app, serveParts)
  watchRoute(app, serveParts)
  if (parts.config.outbox) outboxRoute(app, serveParts)
  await consoleRoutes(app)

  return {
    app,
    serveParts,
    async close() {
      await app.close()
      await sender.stop()
      await database.close()
      // After the last request, which may still wait for who asks.
      await lookUps.close()
    },
  }
}
