import { createHash, timingSafeEqual } from 'node:crypto'
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { z } from 'zod'
import { accountDesk } from './account-desk.ts'
import { AccountManner, type AccountManners, playManners } from './account-manners.ts'
import type { Bank } from './bank/bank.ts'
import { bankDesk } from './bank/desk.ts'
import { bankRoutes } from './bank/routes.ts'
import { bankTotals } from './bank/views.ts'
import type { Book } from './book.ts'
import { AccountName, type Dialect } from './dialect.ts'
import { importSource } from './import-source.ts'
import { holderPages } from './mandate-page.ts'
import { mandateRoutes } from './mandate-routes.ts'
import { mandateCounts } from './mandate-views.ts'
import type { Mandates } from './mandates.ts'
import { payerPages } from './pages.ts'
import { PayerAct } from './payer.ts'
import type { Payments } from './payments.ts'
import { receiverControl, receiverRoutes, type Receivers } from './receivers.ts'
import { isEffect, type Line } from './records.ts'
import { remittanceDesk } from './remittance/desk.ts'
import type { Remittances } from './remittance/remittances.ts'
import { remittanceRoutes } from './remittance/routes.ts'
import { remittanceTotals } from './remittance/views.ts'
import type { SettledWords } from './remittance/words.ts'
import {
  AmountMinor,
  answer,
  CurrencyCode,
  found,
  KeyPath,
  keyOf,
  parsed,
  PaymentBody,
  Refusal,
  refuse,
} from './requests.ts'
import { settlementDesk } from './settlement/desk.ts'
import { settlementRoutes, type SettlementRoutes } from './settlement/routes.ts'
import type { Store } from './store.ts'
import { CardForm, isProblem, tokenFor } from './tokens.ts'
import { totalsOf, type Views } from './views.ts'

export interface HttpParts {
  book: Book
  store: Store
  payments: Payments
  mandates: Mandates
  bank: Bank
  remittances: Remittances
  words: SettledWords
  append: (line: Line) => Promise<void>
  now: () => Date
  secretKey: string
  publishableKey: string
  views: Views
  dialects: readonly Dialect[]
  manners: AccountManners
  receivers: Receivers
  settling: SettlementRoutes
  /** Whether this machine alone can reach the simulator. */
  isLocal: boolean
}

/** The simulator's HTTP surface; `docs/simulator.md` describes it. Errors are `{ error: { code, field?, message } }`. */
export function simulatorHttp(parts: HttpParts): FastifyInstance {
  const app = fastify({
    // Logs only unexpected errors, never the body of a request.
    logger: { level: 'warn' },
    bodyLimit: 16_384,
    requestTimeout: 15_000,
    keepAliveTimeout: 65_000,
    forceCloseConnections: true,
    http: { headersTimeout: 5_000 },
    routerOptions: { maxParamLength: 1_024 },
  })
  app.setErrorHandler((error: FastifyError | Refusal, request, reply) => answerError(error, request, reply))
  app.setNotFoundHandler((_, reply) => refuse(reply, new Refusal(404, 'not_found', 'There is nothing here.')))
  app.addHook('onSend', async (_, reply) => void reply.header('cache-control', 'no-store'))
  tokenRoutes(app, parts)
  payerPages(app, parts)
  holderPages(app, parts)
  accountDesk(app, parts)
  bankDesk(app, parts)
  remittanceDesk(app, parts)
  settlementDesk(app, { ...parts.settling, isLocal: parts.isLocal })
  receiverRoutes(app, parts)
  app.register(async (server) => serverRoutes(server, parts))
  for (const dialect of parts.dialects)
    app.register(
      async (scope) => {
        playManners(scope, dialect, parts.manners)
        dialect.routes(scope)
      },
      { prefix: `/${dialect.name}` },
    )
  return app
}

/** For browsers on any page: the publishable key is no secret, and a token is worth nothing without the secret key. */
function tokenRoutes(app: FastifyInstance, { append, now, publishableKey }: HttpParts): void {
  const anyOrigin = { 'access-control-allow-origin': '*' }
  app.options('/v1/tokens', (_, reply) =>
    reply
      .code(204)
      .headers({
        ...anyOrigin,
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': 'content-type',
        'access-control-max-age': '600',
      })
      .send(),
  )
  app.post('/v1/tokens', {
    onRequest: async (_, reply) => void reply.headers(anyOrigin),
    handler: async (request, reply) => {
      const form = parsed(CardForm, request.body)
      if (!same(form.publishable_key, publishableKey)) {
        throw new Refusal(401, 'publishable_key_invalid', 'The publishable key is not known.', 'publishable_key')
      }
      const token = tokenFor(form, now())
      if (isProblem(token)) throw new Refusal(400, token.code, token.message, token.field)
      await append(token)
      return reply
        .code(201)
        .send({ token: token.token, brand: token.brand, masked: token.masked, expires_at: token.expires_at })
    },
  })
}

/** For merchants' servers and gateways, by the secret key. */
function serverRoutes(app: FastifyInstance, parts: HttpParts): void {
  const { book, store, payments, secretKey, views, dialects, manners, receivers } = parts
  app.addHook('onRequest', async (request) => {
    if (same(request.headers.authorization ?? '', `Bearer ${secretKey}`)) return
    throw new Refusal(401, 'secret_key_invalid', 'The secret key is missing or wrong.')
  })

  app.post('/v1/payments', async (request, reply) =>
    answer(reply, await payments.pay(keyOf(request), parsed(PaymentBody, request.body))),
  )

  mandateRoutes(app, parts)
  bankRoutes(app, { book, bank: parts.bank, durable: store.durable })
  remittanceRoutes(app, { ...parts, durable: store.durable })

  for (const kind of ['capture', 'refund'] as const) {
    app.post(`/v1/payments/:key/${kind}s`, async (request, reply) => {
      const payment_key = parsed(KeyPath, request.params).key
      const { amount_minor, currency } = parsed(MovementBody, request.body)
      return answer(reply, await payments.move(keyOf(request), { kind, payment_key, amount_minor, currency }))
    })
  }

  app.post('/v1/payments/:key/cancel', async (request) => {
    const { reason } = parsed(CancelBody, request.body)
    const view = await payments.cancel(parsed(KeyPath, request.params).key, reason)
    return found(view)
  })

  app.post('/v1/payments/:key/void', async (request) => {
    parsed(VoidBody, request.body)
    const view = await payments.void(parsed(KeyPath, request.params).key)
    return found(view)
  })

  // The payer's part without a browser, for tests.
  app.post('/v1/control/payments/:key', async (request) => {
    const { key } = parsed(KeyPath, request.params)
    if (!book.payment(key)) throw new Refusal(404, 'operation_not_found', 'There is no payment with this key.')
    return { changed: await payments.act(key, parsed(PayerAct, request.body)) }
  })

  app.get('/v1/control/accounts', async () => ({ accounts: manners.all() }))
  app.post('/v1/control/accounts/:dialect/:account', async (request) => {
    const { dialect, account } = parsed(AccountPath, request.params)
    if (!dialects.some(({ name }) => name === dialect))
      throw new Refusal(404, 'dialect_not_found', 'The simulator does not speak as this provider.')
    manners.set(dialect, account, parsed(AccountManner, request.body))
    return { accounts: manners.all() }
  })

  app.get('/v1/operations/:key', async (request) => {
    const operation = book.operation(parsed(KeyPath, request.params).key)
    const view = views.current(found(operation))
    await store.durable()
    return view
  })

  receiverControl(app, receivers)
  settlementRoutes(app, parts.settling)
  importSource(app, secretKey)

  app.get('/v1/witness', async (request) => {
    const { from } = parsed(WitnessQuery, request.query)
    const totals = totalsOf(book)
    const mandates = mandateCounts(book)
    const others = { bank: bankTotals(book.bank), remittances: remittanceTotals(book.remittances) }
    const lines = store.count()
    await store.durable()
    if (from === undefined) return { lines, totals, mandates, ...others }
    const read = await store.read(from, witnessLines)
    const effects = read.flatMap(({ number, line }) => (isEffect(line) ? [{ line: number, ...line }] : []))
    return { lines, totals, mandates, ...others, effects, next: (read.at(-1)?.number ?? from - 1) + 1 }
  })
}

const witnessLines = 10_000

const CancelBody = z.strictObject({ reason: z.enum(['shopper', 'time']) })
const VoidBody = z.strictObject({})
const MovementBody = z.strictObject({ amount_minor: AmountMinor, currency: CurrencyCode })
const AccountPath = z.object({ dialect: z.string(), account: AccountName })
const WitnessQuery = z.object({ from: z.coerce.number().int().min(1).optional() })

/** In constant time, whatever the lengths. */
const same = (given: string, expected: string): boolean => timingSafeEqual(digest(given), digest(expected))
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** A framework's message may quote what it could not read, and that may be a card: neither shown nor logged. */
function answerError(error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof Refusal) return refuse(reply, error)
  const status = error.statusCode ?? 500
  if (status < 500) return refuse(reply, new Refusal(status, 'request_invalid', 'The request is not well-formed.'))
  request.log.error({ code: error.code, stack: error.stack }, 'request failed')
  return refuse(reply, new Refusal(500, 'internal_error', 'Something went wrong.'))
}
