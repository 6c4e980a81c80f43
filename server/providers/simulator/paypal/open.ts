import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Dialect, DialectParts } from '../dialect.ts'
import { openRoutes, webhookRoutes } from './account-routes.ts'
import type { Entry } from './entries.ts'
import { PaypalError, refuse } from './errors.ts'
import { paypalEvents } from './events.ts'
import { onceFor } from './once.ts'
import { orderRoutes } from './order-routes.ts'
import { pageRoutes } from './page-routes.ts'
import { paymentRoutes } from './payment-routes.ts'
import { signing } from './signing.ts'
import { onboardingPage, referralRoutes } from './referral-routes.ts'
import { readForms } from '../send-page.ts'
import { openState } from './state.ts'
import { accountOfToken, expectAssertion, setAccount } from './surface.ts'
import { paypalViews } from './views.ts'

/**
 * The simulator as PayPal. An account's credentials are `A…` and `E…` of `credential`; orders are agreed to on a page, and
 * call-backs are signed by a certificate whose authority is the simulator's own.
 */
export function openPaypal(parts: DialectParts): Dialect {
  const { book, now, origin } = parts
  const state = openState(book)
  const enter = (entry: Entry): Promise<void> => parts.enter(entry)
  const views = paypalViews({ book, state, origin })
  const once = onceFor({ state, enter, manners: parts.manners, now })
  const keep = (authority: { key: string; certificate: string }) =>
    void enter({ kind: 'authority', at: now().toISOString(), ...authority })
  const signatures = signing({ authority: () => state.authority(), keep, origin, now })
  const events = paypalEvents({ state, views, signing: signatures, origin })
  const surface = { state, views, once, enter }

  return {
    name: 'paypal',
    routes(app) {
      app.setErrorHandler((error: FastifyError | PaypalError, request, reply) => answerError(error, request, reply))
      app.register(async (scope) => {
        scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
          done(null, body),
        )
        openRoutes(scope, signatures, parts)
      })
      app.register(async (pages) => {
        readForms(pages)
        pageRoutes(pages, surface, events, parts)
        onboardingPage(pages, surface, events, parts)
      })
      app.register(async (scope) => {
        scope.addHook('onRequest', async (request) => {
          const account = accountOfToken(request, parts)
          if (account === null) throw new PaypalError(401)
          setAccount(request, account)
          expectAssertion(request, { account, state, parts })
        })
        orderRoutes(scope, surface, parts)
        paymentRoutes(scope, surface, parts)
        referralRoutes(scope, surface, parts)
        webhookRoutes(scope, surface, signatures, parts)
      })
    },
    accountOf: (request) => accountOfToken(request, parts),
    refuse: (reply, status) => refuse(reply, new PaypalError(status)),
    record: (entry) => state.record(entry),
    callbacksOf: (operation, effect) => events.of(operation, effect),
  }
}

/** A framework's message may quote what it could not read: neither shown nor logged. */
function answerError(error: FastifyError | PaypalError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof PaypalError) return refuse(reply, error)
  const status = error.statusCode ?? 500
  if (status < 500) {
    return refuse(reply, new PaypalError(400, 'MALFORMED_REQUEST_JSON', 'The request JSON is not well formed.'))
  }
  request.log.error({ code: error.code, stack: error.stack }, 'request failed')
  return refuse(reply, new PaypalError(500))
}
