import type { Currency } from '#contract/kit/money.ts'
import { timestampText } from '#contract/kit/wire.ts'
import type { LatePayment } from '#contract/late-payments.ts'
import type { DeclineReason } from '#contract/declines.ts'
import type { Owner } from '#server/kit/ctx.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { newReference } from '#server/kit/auth/token.ts'
import { applyOutcome } from '#server/payments/apply-outcome.ts'
import { insertPayment } from '#server/payments/insert.ts'
import { lockForChannel } from '#server/payments/for-channel.ts'
import { movePayment } from '#server/payments/queries.ts'
import { endRefund } from '#server/refunds/apply-outcome.ts'
import { lockPayment, refundableMinor } from '#server/refunds/reserve.ts'
import { startRefund } from '#server/refunds/start.ts'
import type { TestApp } from '#test/test-app.ts'

/** The history of one payment. */
export interface Happening {
  at: Date
  currency: Currency
  amountMinor: bigint
  channelKey: string
  method: 'CARD' | 'WALLET' | 'QR_CODE'
  /** The actions in order; an action that the payment's state does not allow changes nothing. */
  ways: readonly Way[]
  /** The link's policy for late money; and whether the money is late. */
  latePayment: LatePayment
  /** The refunds: each a part of what is left, and its end; null for a pending one. */
  refunds: readonly { part: number; end: 'succeed' | 'fail' | null }[]
  late: boolean
  /** What it counts as beside that: the browser, why it is declined, the card, how long it takes, whose it is. */
  userAgent: string
  reason: DeclineReason
  brand: string
  authentication: 'frictionless' | 'challenge' | null
  seconds: number
  email: string
  follows: boolean
}
export const ways = ['pending', 'authorised', 'captured', 'declined', 'expired'] as const
export type Way = (typeof ways)[number]

/** Runs a payment's history by the application's own functions, under row-level security; every step is its own transaction. */
export async function happen(testApp: TestApp, owner: Owner, what: Happening): Promise<string> {
  const orderRef = newReference(what.at)
  const linkRef = newReference(what.at)
  const at = <T>(moment: Date, work: Parameters<typeof ownTransaction<T>>[3]) =>
    ownTransaction({ ...testApp.serveParts, now: () => moment }, owner, { requestId: 'test' }, work)
  const run: Run = (work) => at(what.at, work)
  const later: Run = (work) => at(new Date(what.at.getTime() + what.seconds * 1000), work)
  await run(async (system) => {
    const ctx = system.with({ client: { ...system.client, userAgent: what.userAgent } })
    await ctx.tx.query(insertLink, [
      owner.merchantId,
      owner.environment,
      linkRef,
      what.amountMinor.toString(),
      what.currency,
      what.late ? 'expired' : 'processing',
      what.at,
      what.latePayment,
    ])
    insertPayment(ctx, {
      orderRef,
      payable: { kind: 'link', ref: linkRef, part: 0, sourceRef: '' },
      merchantOrderRef: linkRef,
      amountMinor: what.amountMinor,
      currency: what.currency,
      country: 'SG',
      channelKey: what.channelKey,
      channelToken: null,
      method: what.method,
      subType: '',
      details: {},
      expiresAt: new Date(what.at.getTime() + 3_600_000),
      shopper: { name: 'Mei Tan', email: what.email, gaveEmail: false, phone: '', address: '' },
      description: '',
      source: 'payment_link',
      confirms: false,
      follows: what.follows,
    })
  })
  for (const way of what.ways)
    await later((ctx) => {
      const [providerRef, providerText, { reason }] = [`pay_${orderRef}`, '', what]
      const card = { masked: '424242******4242', brand: what.brand }
      const known = {
        ...(what.brand && { card }),
        ...(what.authentication && { authentication: what.authentication }),
      }
      return way === 'expired'
        ? lockForChannel(ctx, orderRef).then((payment) => payment && movePayment(ctx, payment, 'expire'))
        : applyOutcome(ctx, orderRef, { kind: way, providerRef, providerText, reason, ...known } as never)
    })
  for (const { part, end } of what.refunds) await refund(run, orderRef, part, end)
  return orderRef
}

type Run = <T>(work: Parameters<typeof ownTransaction<T>>[3]) => Promise<T>
/** Starts and ends a refund; does nothing where nothing is left to refund. */
async function refund(run: Run, orderRef: string, part: number, end: 'succeed' | 'fail' | null): Promise<void> {
  const refundId = await run(async (ctx) => {
    const payment = await lockPayment(ctx, orderRef)
    const amountMinor = payment ? (refundableMinor(payment) * BigInt(Math.ceil(part * 100))) / 100n : 0n
    if (amountMinor === 0n) return null
    return startRefund(ctx, { orderRef, type: 'partial', amount: amountMinor, reason: 'customer request', note: '' })
  })
  if (refundId && end) await run((ctx) => endRefund(ctx, refundId, { end }))
}

const insertLink = `
  insert into payment_links (merchant_id, environment, link_ref, merchant_order_ref, amount_minor, currency, country,
    customer_name, customer_name_lower, email, email_lower, phone, description, status, source, created_at, created_by,
    success_url, failure_url, merchant_back_url, merchant_name, merchant_logo, promo_code, promo_discount_minor,
    shipping_charges_minor, billing_line_1, billing_line_2, billing_city, billing_country, user_configured_fields,
    notify_by_email, notify_by_phone, late_payment, ip_address)
  values ($1, $2, $3, $3, $4, $5, 'SG', '', '', '', '', '', '', $6, 'default', $7, '', '', '', '', '', '', '', 0, 0, '', '', '', '',
    array['', '', '', '', ''], false, false, $8, '')`

/** A generator of numbers from 0 to 1; the sequence is determined by the seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const userAgents = [
  '',
  'curl/8.5.0',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
]

/** A random history in a stretch of time. */
export function anyHappening(random: () => number, { from, to }: { from: Date; to: Date }): Happening {
  const one = <T>(choices: readonly T[]) => choices[Math.floor(random() * choices.length)] as T
  return {
    at: new Date(from.getTime() + Math.floor(random() * (to.getTime() - from.getTime()))),
    currency: one(['SGD', 'SGD', 'JPY', 'USD']),
    amountMinor: BigInt(1 + Math.floor(random() * 10 ** one([2, 4, 6, 13]))),
    channelKey: one(['SIMULATOR', 'SIMULATOR', 'OTHER']),
    method: one(['CARD', 'CARD', 'WALLET', 'QR_CODE']),
    ways: Array.from({ length: Math.floor(random() * 4) }, () => one(ways)),
    latePayment: one(['accept', 'hold', 'refund']),
    late: random() < 0.2,
    refunds: Array.from({ length: Math.floor(random() * 3) }, () => ({ part: random(), end: one(['succeed', 'succeed', 'fail', null]) })), // prettier-ignore
    userAgent: one(userAgents),
    reason: one(['FUNDS_LIMIT_ERROR', 'PAYMENT_CHANNEL_UNAVAILABLE', 'INVALID_CARD_DECLINED_ERROR']),
    brand: one(['', 'visa', 'mastercard']),
    authentication: one([null, 'frictionless', 'challenge']),
    seconds: Math.floor(random() * 600),
    email: one(['', 'mei.tan@example.com', 'Mei.Tan@example.com', `shopper${Math.floor(random() * 40)}@example.com`]),
    follows: random() < 0.3,
  }
}

export const wireStretch = ({ from, to }: { from: Date; to: Date }) => ({
  from: timestampText(from),
  to: timestampText(to),
})
