import type { Input } from '#contract/kit/call.ts'
import type { createPageOrder as declaration } from '#contract/page-orders.ts'
import { Fault, fieldFault } from '#contract/faults.ts'
import { toMajor, toMinor, type Currency } from '#contract/kit/money.ts'
import { limits } from '#contract/limits.ts'
import { readAnswers, type AskedField } from '#contract/page-answers.ts'
import { pageTotal } from '#contract/page-total.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import { newReferenceOf } from '#server/kit/auth/merchant-hint.ts'
import { isActive } from '#server/kit/auth/merchant-of.ts'
import { newReference } from '#server/kit/auth/token.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { expirePayable } from '#server/payables/jobs.ts'
import { findShopPage, type FoundShopPage } from '#server/payment-pages/queries.ts'
import { reserveUnits } from '#server/payment-pages/stock.ts'
import { countStep } from '#server/payment-pages/sums.ts'
import { unitsHeldFrom } from './queries.ts'

type Body = Input<typeof declaration>['body']

/**
 * Orders at a page of the owner and holds the units. The total is computed here; the one that the shopper was shown has to be the
 * same. Throws the faults of the call.
 */
export async function createPageOrder(ctx: Ctx, pageRef: string, body: Body) {
  const [page, active] = await Promise.all([findShopPage(ctx, pageRef), isActive(ctx)])
  if (!page) throw new Fault('notFound')
  const language = body.language ?? page.default_language
  if (!body.again) countStep(ctx, pageRef, 'began', language)
  if (!active) throw new Fault('merchantInactive')
  const isOver = page.expires_at !== null && page.expires_at <= ctx.now
  if (page.status !== 'activated' || isOver) throw new Fault('pageInactive', { why: isOver ? 'expired' : page.status })
  const { quantity, unitMinor, totalMinor } = totalOf(page, body)
  const answers = answersOf(page, body)

  const orderRef = newReferenceOf(ctx.owner.merchantId, ctx.now)
  const expiresAt = new Date(ctx.now.getTime() + limits.orderMinutes * 60_000)
  const { name, email, phone, fields } = answers
  const order = {
    order_ref: orderRef,
    page_ref: pageRef,
    merchant_order_ref: `${page.merchant_order_id}-${newReference(ctx.now).slice(-8)}`,
    status: 'created' as const,
    version: page.version,
    quantity,
    unit_minor: unitMinor,
    amount_minor: totalMinor,
    currency: page.currency,
    country: page.country,
    title: page.title,
    language,
    name,
    email,
    phone,
    answers: JSON.stringify(fields),
    ip_address: ctx.client.address,
    limited: page.stock === 'limited',
    units: 'reserved' as const,
    attempt_ref: '',
    tried: false,
    expires_at: expiresAt,
    created_at: ctx.now,
  }
  ctx.write(ctx.own.insert('page_orders', order))
  countStep(ctx, pageRef, 'ordered', language)
  ctx.enqueue(expirePayable, { kind: 'page_order', ref: orderRef }, { after: expiresAt })
  addTimelineEntry(ctx, 'page_order', orderRef, 'created', {
    quantity: String(quantity),
    version: String(page.version),
  })
  // The row of the stock is what all buyers of a page wait for, so it is locked last.
  const [stock, held] = await Promise.all([
    reserveUnits(ctx, { pageRef, orderRef, quantity }),
    // Behind the lock, so that of many orders at once each counts those before it.
    unitsHeldFrom(ctx, pageRef, ctx.client.address),
  ])
  if (!stock) throw outOfStock()
  const bound = Math.max(limits.unitsHeld, Math.floor((stock.available + quantity) / limits.unitsHeldPart))
  if (stock.limited && held > bound) throw new Fault('holdsTooMany')
  if (stock.limited !== order.limited) throw new Fault('pageChanged')

  const payable = { kind: 'page_order', ref: orderRef }
  ctx.afterCommit(() => ctx.services.payableOwners.remember(orderRef, { owner: ctx.owner, payable }))
  return { order_ref: orderRef, total: totalMinor, currency: page.currency, expires_at: expiresAt }
}

const outOfStock = () =>
  new Fault('outOfStock', {
    errors: [{ path: 'quantity', reason: 'out_of_stock', text: 'There are not that many left.' }],
  })

/** The total by the page as it is now; `pageChanged` when the shopper was shown another. */
function totalOf(page: FoundShopPage, body: Body) {
  const { currency } = page
  const amountMinor = body.amount === undefined ? undefined : minorOf('amount', body.amount, currency)
  const seenMinor = minorOf('seen_total', body.seen_total, currency)
  const total = pageTotal(page, { quantity: body.quantity, amountMinor })
  if ('reason' in total) {
    // Bounds that have changed since are the page's doing.
    if (body.version !== page.version) throw changed(page, seenMinor, null)
    throw fieldFault(total.field === 'amount' ? 'invalidAmount' : 'pageValue', total.field, total.reason)
  }
  if (total.totalMinor !== seenMinor) throw changed(page, seenMinor, total.totalMinor)
  return total
}

function minorOf(path: string, major: number, currency: Currency): bigint {
  const minor = toMinor(major, currency)
  if (typeof minor === 'string') throw fieldFault('invalidAmount', path, minor)
  return minor
}

const changed = ({ currency, version }: FoundShopPage, seenMinor: bigint, totalMinor: bigint | null) =>
  new Fault('pageChanged', {
    errors: [
      {
        path: 'seen_total',
        reason: 'page_changed',
        params: {
          seen: toMajor(seenMinor, currency),
          ...(totalMinor !== null && { total: toMajor(totalMinor, currency) }),
          currency,
          version,
        },
        text: 'The page asks for another total now.',
      },
    ],
  })

/** The shopper's answers as they are kept; all that is wrong at once, each at its field. */
function answersOf(page: FoundShopPage, body: Body) {
  const fields = page.custom_fields.map((field): AskedField => ({ ...field, id: field.id ?? '' }))
  const builtIn = { name: page.name_field, email: page.email_field, phone: page.phone_field }
  const read = readAnswers(fields, builtIn, body)
  if ('values' in read) return read.values
  const missing = read.faults.every(({ reason }) => reason === 'required')
  throw new Fault(missing ? 'pageValueMissing' : 'pageValue', {
    errors: read.faults.map(({ field, reason, text }) => ({ path: field, reason, text })),
  })
}
