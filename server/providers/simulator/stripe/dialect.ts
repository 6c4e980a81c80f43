import type { FastifyError, FastifyRequest } from 'fastify'
import { accountIn, type OpenDialect } from '../dialect.ts'
import { accountRoutes, refundRoutes } from './account.ts'
import { browserRoutes } from './browser.ts'
import { connectedRoutes, setupPage } from './connected.ts'
import { emptyState } from './entries.ts'
import { internal, refusal, StripeRefusal } from './errors.ts'
import { eventsOf } from './events.ts'
import { formOf } from './form.ts'
import { intentRoutes } from './intents.ts'
import { idempotencyKeys } from './keys.ts'
import { objects as objectsOf } from './objects.ts'
import type { Surface } from './surface.ts'

/** The simulator as Stripe speaks; `docs/simulator.md` has what it understands. */
export const stripe: OpenDialect = (parts) => {
  const state = emptyState()
  const objects = objectsOf(parts, state)

  function keyOf(request: FastifyRequest): { prefix: string; account: string } | null {
    const [scheme, key = ''] = (request.headers.authorization ?? '').split(' ')
    if (scheme !== 'Bearer') return null
    for (const prefix of ['sk_test_', 'rk_test_', 'pk_test_']) {
      const account = accountIn(key, prefix, parts.credential)
      if (account !== null) return { prefix, account }
    }
    return null
  }
  const keyAccountOf = (request: FastifyRequest): string | null => keyOf(request)?.account ?? null
  /** The account that a request is about: that of its key, or one of the platform whose key it is. */
  function accountOf(request: FastifyRequest): string | null {
    const named = request.headers['stripe-account']
    const account = keyAccountOf(request)
    if (typeof named !== 'string' || account === null) return account
    return state.connected.get(named)?.platform === account ? named : null
  }

  return {
    name: 'stripe',
    accountOf,
    record: (entry) => state.record(entry),
    refuse: (reply, status) => refusal(reply, refusals[status]()),
    callbacksOf: (operation, effect) => eventsOf({ operation, effect }, parts, state, objects),
    routes(app) {
      app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
        done(null, formOf(String(body))),
      )
      app.setErrorHandler((error: FastifyError | StripeRefusal, request, reply) => {
        if (error instanceof StripeRefusal) return refusal(reply, error)
        if ((error.statusCode ?? 500) < 500) return refusal(reply, unreadable())
        request.log.error({ code: error.code, stack: error.stack }, 'request failed')
        return refusal(reply, internal())
      })
      browserRoutes({ app, parts, state, objects, accountOf })
      setupPage(app, { parts, state })
      app.register(async (scope) => {
        scope.addHook('onRequest', async (request) => {
          const key = keyOf(request)
          if (!key) throw refusals[401]()
          const account = accountOf(request)
          if (account === null) throw forbidden()
          if (request.method === 'POST' && (state.connected.get(account)?.stands ?? 'active') !== 'active')
            throw notEnabled()
          const [path = ''] = request.url.split('?')
          if (key.prefix === 'pk_test_' && !path.endsWith('/v1/payment_methods')) throw refusals[401]()
          // A restricted key, for those who try what the gateway says of one.
          if (key.prefix === 'rk_test_' && /\/v1\/(webhook_endpoints|balance_transactions)/.test(path))
            throw forbidden()
        })
        idempotencyKeys(scope, parts, state, accountOf)
        const surface: Surface = { app: scope, parts, state, objects, accountOf }
        intentRoutes(surface)
        refundRoutes(surface)
        accountRoutes(surface)
        connectedRoutes({ ...surface, keyAccountOf })
      })
    },
  }
}

const refusals = {
  401: () => new StripeRefusal(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' }),
  429: () =>
    new StripeRefusal(429, { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests' }),
  500: internal,
}
const forbidden = () =>
  new StripeRefusal(403, {
    type: 'invalid_request_error',
    message: 'The provided key does not have the required permissions for this endpoint.',
  })
const notEnabled = () =>
  new StripeRefusal(400, {
    type: 'invalid_request_error',
    code: 'account_invalid',
    message: 'The account cannot take payments at the moment.',
  })
const unreadable = () => new StripeRefusal(400, { type: 'invalid_request_error', message: 'Invalid request' })
