import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { isProblem, tokenFor } from '../tokens.ts'
import type { Method } from './entries.ts'
import { StripeRefusal } from './errors.ts'
import { read } from './form.ts'
import { frameHtml, frameScript, frameStyles, pageScript } from './browser-files.ts'
import { methodObject } from './charges.ts'
import type { Surface } from './surface.ts'

/**
 * What a shopper's browser uses: the script, the frame in which a card is typed, and the exchange of the card for a
 * method.
 */
export function browserRoutes({ app, parts, accountOf }: Surface): void {
  const { append, enter, now } = parts
  const script = 'text/javascript; charset=utf-8'

  app.get('/v3/', (_, reply) => reply.type(script).send(pageScript))
  app.get('/v3/frame.js', (_, reply) => reply.type(script).send(frameScript))
  app.get('/v3/frame.css', (_, reply) => reply.type('text/css; charset=utf-8').send(frameStyles))
  app.get('/v3/frame', (_, reply) =>
    reply
      .headers({
        'content-security-policy':
          "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'",
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      })
      .type('text/html; charset=utf-8')
      .send(frameHtml),
  )

  app.post('/v1/payment_methods', async (request) => {
    const account = accountOf(request)
    if (account === null) {
      throw new StripeRefusal(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' })
    }
    const { card, billing_details: billing } = read(MethodForm, request.body ?? {})
    const name = billing?.name || 'Card holder'
    const token = tokenFor({ ...card, publishable_key: '', holder: name }, now())
    if (isProblem(token)) {
      const { code = 'incorrect_number', message, param } = problems[token.code] ?? problems['number_invalid'] ?? {}
      const error = { type: 'card_error', code, message: message ?? token.message } as const
      throw new StripeRefusal(402, { ...error, ...(param && { param }) })
    }
    await append(token)
    const method: Method = {
      kind: 'method',
      id: `pm_${randomBytes(12).toString('hex')}`,
      account,
      created: Math.floor(now().getTime() / 1_000),
      token: token.token,
      brand: token.brand,
      last4: token.masked.slice(-4),
      exp_month: card.exp_month,
      exp_year: card.exp_year < 100 ? card.exp_year + 2_000 : card.exp_year,
      name: billing?.name ?? '',
    }
    await enter(method)
    return methodObject(method)
  })
}

const Whole = z.string().regex(/^\d{1,4}$/).transform(Number) // prettier-ignore
const MethodForm = z.object({
  type: z.literal('card'),
  card: z.object({
    number: z.string().max(40),
    exp_month: Whole,
    exp_year: Whole,
    cvc: z.string().max(10).default(''),
  }),
  billing_details: z.object({ name: z.string().max(200).optional() }).optional(),
})

/** Stripe's codes of what is wrong with a card, by the simulator's. */
const problems: Readonly<Record<string, { code?: string; message?: string; param?: string }>> = {
  number_missing: { code: 'invalid_number', message: 'The card number is not a valid number.', param: 'number' },
  number_invalid: { code: 'incorrect_number', message: 'Your card number is incorrect.', param: 'number' },
  brand_unsupported: { code: 'card_declined', message: 'Your card is not supported.' },
  number_not_a_test_card: { code: 'card_declined', message: 'Your card was declined: only test cards work here.' },
  month_invalid: { code: 'invalid_expiry_month', message: "Your card's month is invalid.", param: 'exp_month' },
  year_invalid: { code: 'invalid_expiry_year', message: "Your card's year is invalid.", param: 'exp_year' },
  card_expired: { code: 'invalid_expiry_year', message: "Your card's year is in the past.", param: 'exp_year' },
  cvc_invalid: { code: 'invalid_cvc', message: "Your card's security code is invalid.", param: 'cvc' },
}
