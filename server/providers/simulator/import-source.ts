import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { accountCredentials } from './account-credentials.ts'
import { AccountName } from './dialect.ts'

/**
 * The simulator as a source of credentials: what another system of the operator may have of a merchant's accounts. Each merchant
 * has an account of its own at every provider; one secret key of two is no good, a token that is used is not among those that
 * there are, and one channel is none of ours.
 */
export function importSource(app: FastifyInstance, secretKey: string): void {
  app.get('/import', async (request) => {
    const { merchant_key: key, environment } = Query.parse(request.query)
    const account = AccountName.safeParse(
      key
        .toLowerCase()
        .replaceAll(/[^a-z0-9_-]/g, '-')
        .slice(0, 40),
    ).data
    return { channels: account !== undefined && environment === 'sandbox' ? channelsOf(secretKey, account) : [] }
  })
}

const Query = z.object({ merchant_key: z.string().min(1).max(64), environment: z.enum(['sandbox', 'live']) })

function channelsOf(secretKey: string, account: string) {
  const of = (dialect: string, name = account) => accountCredentials(dialect, secretKey, name)
  const one = (value = '', current = 'used') => ({ current, available: [{ id: 'used', value }] })
  const [stripe, paypal, xendit] = [of('stripe'), of('paypal'), of('xendit')]
  return [
    {
      id: 'stripe',
      channel_key: 'STRIPE',
      name: 'Stripe',
      country: 'GLOBAL',
      methods: [
        { type: 'CARD', sub_type: 'INT_CREDIT_DEBIT_CARD' },
        { type: 'WALLET', sub_type: 'GRABPAY' },
        { type: 'WALLET', sub_type: 'KAKAOPAY' },
      ],
      creds: {
        publishable_key: one(stripe['publishable_key']),
        secret_key: {
          current: 'used',
          available: [
            { id: 'used', value: stripe['secret_key'] },
            { id: 'revoked', value: 'sk_test_0000000000000000revoked' },
          ],
        },
      },
    },
    {
      id: 'paypal',
      channel_key: 'PAYPAL',
      name: 'PayPal',
      country: 'GLOBAL',
      methods: [],
      creds: { client_id: one(paypal['client_id']), client_secret: one(paypal['client_secret']) },
    },
    {
      id: 'xendit',
      channel_key: 'XENDIT',
      name: 'Xendit',
      country: 'ID',
      methods: [],
      creds: {
        secret_key: one(xendit['secret_key']),
        callback_token: { ...one(xendit['callback_token']), current: 'withdrawn' },
      },
    },
    { id: 'toss', channel_key: 'TOSSPAYMENTS', name: 'Toss Payments', country: 'KR', methods: [], creds: {} },
  ]
}
