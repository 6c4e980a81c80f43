import { createHash, timingSafeEqual } from 'node:crypto'
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { z } from 'zod'
import { currencyCodes } from '#contract/kit/money.ts'
import { offeredMethods } from '#contract/methods.ts'
import { accountDesk } from './account-desk.ts'
import { AccountManner, type AccountManners, playManners } from './account-manners.ts'
import type { Book } from './book.ts'
import { AccountName, type Dialect, isLoopback } from './dialect.ts'
import { importSource } from './import-source.ts'
import { payerPages } from './pages.ts'
import { PayerAct } from './payer.ts'
import type { Answer, Payments } from './payments.ts'
import { isEffect, type Line } from './records.ts'
import type { Store } from './store.ts'
import { CardForm, isProblem, tokenFor } from './tokens.ts'
import { totalsOf, type Views } from './views.ts'

export interface HttpParts {
  book: Book
  store: Store
  payments: Payments
  append: (line: Line) => Promise<void>
  now: () => Date
  secretKey: string
  publishableKey: string
  views: Views
  dialects: readonly Dialect[]
  manners: AccountManners
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
  accountDesk(app, parts)
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
  const { book, store, payments, secretKey, views, dialects, manners } = parts
  app.addHook('onRequest', async (request) => {
    if (same(request.headers.authorization ?? '', `Bearer ${secretKey}`)) return
    throw new Refusal(401, 'secret_key_invalid', 'The secret key is missing or wrong.')
  })

  app.post('/v1/payments', async (request, reply) =>
    answer(reply, await payments.pay(keyOf(request), parsed(PaymentBody, request.body))),
  )

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
    if (!view) throw new Refusal(404, 'operation_not_found', 'No operation was ever asked for with this key.')
    return view
  })

  app.post('/v1/payments/:key/void', async (request) => {
    parsed(VoidBody, request.body)
    const view = await payments.void(parsed(KeyPath, request.params).key)
    if (!view) throw new Refusal(404, 'operation_not_found', 'No operation was ever asked for with this key.')
    return view
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
    if (!operation) throw new Refusal(404, 'operation_not_found', 'No operation was ever asked for with this key.')
    const view = views.current(operation)
    await store.durable()
    return view
  })

  importSource(app, secretKey)

  app.get('/v1/witness', async (request) => {
    const { from } = parsed(WitnessQuery, request.query)
    const totals = totalsOf(book)
    const lines = store.count()
    await store.durable()
    if (from === undefined) return { lines, totals }
    const found = await store.read(from, witnessLines)
    const effects = found.flatMap(({ number, line }) => (isEffect(line) ? [{ line: number, ...line }] : []))
    return { lines, totals, effects, next: (found.at(-1)?.number ?? from - 1) + 1 }
  })
}

const witnessLines = 10_000

const AmountMinor = z.string().regex(/^[1-9]\d{0,17}$/)
const CurrencyCode = z.enum(currencyCodes)
const PaymentBody = z.strictObject({
  amount_minor: AmountMinor,
  currency: CurrencyCode,
  method: z
    .strictObject({ type: z.enum(offeredMethods), sub_type: z.string().max(40) })
    .default({ type: 'CARD', sub_type: 'INT_CREDIT_DEBIT_CARD' }),
  token: z.string().min(1).max(200).optional(),
  phone: z.string().max(40).optional(),
  upi_id: z.string().max(100).optional(),
  plan_months: z.number().int().min(2).max(60).optional(),
  bank: z.string().max(40).optional(),
  payer_name: z.string().max(200).default(''),
  capture: z.boolean(),
  description: z.string().max(5_000),
  callback_url: z.string().max(2_000).refine(isLoopback, 'Call-backs go to this machine only.'),
  return_url: z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(2_000)]).default(''),
  expires_at: z.iso.datetime().nullable().default(null),
})
const CancelBody = z.strictObject({ reason: z.enum(['shopper', 'time']) })
const VoidBody = z.strictObject({})
const MovementBody = z.strictObject({ amount_minor: AmountMinor, currency: CurrencyCode })
const Key = z.string().regex(/^[\x21-\x7e]{1,255}$/)
const AccountPath = z.object({ dialect: z.string(), account: AccountName })
const KeyPath = z.object({ key: Key })
const WitnessQuery = z.object({ from: z.coerce.number().int().min(1).optional() })

function keyOf(request: FastifyRequest): string {
  const key = Key.safeParse(request.headers['idempotency-key'])
  if (key.success) return key.data
  throw new Refusal(400, 'idempotency_key_invalid', 'Idempotency-Key of 1 to 255 visible ASCII characters is required.')
}

function parsed<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const outcome = schema.safeParse(value)
  if (outcome.success) return outcome.data
  const field = outcome.error.issues[0]?.path.join('.')
  throw new Refusal(400, 'request_invalid', 'The request is not well-formed.', field)
}

/** In constant time, whatever the lengths. */
const same = (given: string, expected: string): boolean => timingSafeEqual(digest(given), digest(expected))
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

async function answer(reply: FastifyReply, outcome: Answer): Promise<FastifyReply> {
  if (outcome.kind === 'key_reused') {
    throw new Refusal(422, 'idempotency_key_reused', 'This key was used for another request.')
  }
  if (outcome.kind === 'currency_mismatch') {
    throw new Refusal(400, 'currency_mismatch', 'The payment is in another currency.', 'currency')
  }
  if (outcome.kind === 'failed' || outcome.delivery === 'error') {
    throw new Refusal(500, 'internal_error', 'Something went wrong.')
  }
  if (outcome.delivery === 'never') {
    reply.hijack()
    return reply
  }
  if (outcome.replayed) reply.header('idempotent-replayed', 'true')
  return reply.code(201).send(outcome.view)
}

class Refusal extends Error {
  readonly statusCode: number
  readonly code: string
  readonly field: string | undefined
  constructor(statusCode: number, code: string, message: string, field?: string) {
    super(message)
    this.statusCode = statusCode
    this.code = code
    this.field = field
  }
}

const refuse = (reply: FastifyReply, { statusCode, code, message, field }: Refusal): FastifyReply =>
  reply.code(statusCode).send({ error: { code, ...(field ? { field } : {}), message } })

/** A framework's message may quote what it could not read, and that may be a card: neither shown nor logged. */
function answerError(error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof Refusal) return refuse(reply, error)
  const status = error.statusCode ?? 500
  if (status < 500) return refuse(reply, new Refusal(status, 'request_invalid', 'The request is not well-formed.'))
  request.log.error({ code: error.code, stack: error.stack }, 'request failed')
  return refuse(reply, new Refusal(500, 'internal_error', 'Something went wrong.'))
}
