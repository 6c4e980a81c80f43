import type { Currency } from '#contract/kit/money.ts'
import { timestampText } from '#contract/kit/wire.ts'
import type { LatePayment } from '#contract/late-payments.ts'
import type { DeclineReason } from '#contract/declines.ts'
import type { Owner } from '#server/kit/ctx.ts'
import { ownTransaction } from '#server/kit/own-transaction.ts'
import { newReference } from '#server/kit/token.ts'
import { applyOutcome } from '#server/payments/apply-outcome.ts'
import { insertPayment } from '#server/payments/insert.ts'
import { lockForChannel } from '#server/payments/for-channel.ts'
import { movePayment } from '#server/payments/queries.ts'
import { endRefund } from '#server/refunds/apply-outcome.ts'
import { lockPayment, refundableMinor } from '#server/refunds/reserve.ts'
import { startRefund } from '#server/refunds/start.ts'
import type { TestHouse } from '#test/house.ts'

/** One thing that happens: a payment is made and goes its way. */
export interface Happening {
  at: Date
  currency: Currency
  amountMinor: bigint
  channelKey: string
  method: 'CARD' | 'WALLET' | 'QR_CODE'
  /** How it goes on, one after the other; what its state does not allow changes nothing. */
  ways: readonly Way[]
  /** What the link wants with late money; and whether the money is late. */
  latePayment: LatePayment
  /** What is then given back: a part of what is left, and how that ends; null for not yet. */
  refunds: readonly { part: number; end: 'succeed' | 'fail' | null }[]
  late: boolean
}
export const ways = ['pending', 'authorised', 'captured', 'declined', 'expired'] as const
export type Way = (typeof ways)[number]

/** Lets a payment happen by the application's own verbs, under its wall; every step is a transaction of its own. */
export async function happen(house: TestHouse, owner: Owner, what: Happening): Promise<string> {
  const orderRef = newReference(what.at)
  const linkRef = newReference(what.at)
  const run = <T>(work: Parameters<typeof ownTransaction<T>>[3]) =>
    ownTransaction({ ...house.serveParts, now: () => what.at }, owner, { requestId: 'test' }, work)
  await run(async (ctx) => {
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
      linkRef,
      merchantOrderRef: linkRef,
      amountMinor: what.amountMinor,
      currency: what.currency,
      channelKey: what.channelKey,
      channelToken: null,
      method: what.method,
      subType: '',
      details: {},
      expiresAt: new Date(what.at.getTime() + 3_600_000),
      shopper: { name: 'Mei Tan', email: 'mei.tan@example.com', phone: '', address: '' },
      description: '',
      source: 'payment_link',
    })
  })
  for (const way of what.ways)
    await run((ctx) => {
      const [providerRef, providerText, reason] = [`pay_${orderRef}`, '', 'FUNDS_LIMIT_ERROR' as DeclineReason]
      return way === 'expired'
        ? lockForChannel(ctx, orderRef).then((payment) => payment && movePayment(ctx, payment, 'expire'))
        : applyOutcome(ctx, orderRef, { kind: way, providerRef, providerText, reason } as never)
    })
  for (const { part, end } of what.refunds) await refund(run, orderRef, part, end)
  return orderRef
}

type Run = <T>(work: Parameters<typeof ownTransaction<T>>[3]) => Promise<T>
/** Nothing, where there is nothing to give back. */
async function refund(run: Run, orderRef: string, part: number, end: 'succeed' | 'fail' | null): Promise<void> {
  const refundId = await run(async (ctx) => {
    const payment = await lockPayment(ctx, orderRef)
    const amountMinor = payment ? (refundableMinor(payment) * BigInt(Math.ceil(part * 100))) / 100n : 0n
    if (amountMinor === 0n) return null
    return startRefund(ctx, { orderRef, type: 'partial', amountMinor, reason: 'customer request', note: '' })
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

/** Always the same sequence of numbers from 0 to 1 for a seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A random happening in a stretch of time. */
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
  }
}

export const wireStretch = ({ from, to }: { from: Date; to: Date }) => ({
  from: timestampText(from),
  to: timestampText(to),
})
