import { pageTakes } from '#contract/payment-page-looks.ts'
import { pageOrderStates } from '#contract/payment-page-states.ts'
import type { LatePayment } from '#contract/late-payments.ts'
import { limits } from '#contract/limits.ts'
import type { Language } from '#i18n/languages.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { expirePayable } from '#server/payables/jobs.ts'
import type { Payable, Standing } from '#server/payables/payable.ts'
import { signedReturn } from '#server/payables/return-address.ts'
import { pageAddress } from '#server/payment-pages/queries.ts'
import { releaseUnits, sellFreeUnits, sellUnits, type Units } from '#server/payment-pages/stock.ts'
import { countPage, countStep } from '#server/payment-pages/sums.ts'
import { confirmOrder } from './confirm.ts'
import { changeOrder, findPageOrder, listOverdueOrders, moveOrder, titleIn, type FoundOrder } from './queries.ts'
import { tellOfStock, tellRefunded } from './tell.ts'
import { boughtUnits, putBack } from './units-back.ts'

/**
 * An order of a payment page as a payable: its units are held from its making to its end. While an attempt is in flight it has no
 * end of its own; afterwards it has a quarter of an hour, two hours in all.
 */
export const pageOrderPayable: Payable<OrderStanding> = {
  kind: 'page_order',
  objectType: 'page_order',
  source: 'payment_page',
  finder: 'find_page_order',
  pageFinder: 'find_page',
  read: async (ctx, ref) => standingOf(ctx, await findPageOrder(ctx, ref)),
  lock: async (ctx, ref) => standingOf(ctx, await findPageOrder(ctx, ref, { lock: true })),

  async begin(ctx, { order, ref }, { orderRef }) {
    moveOrder(ctx, ref, 'attempt', { attempt_ref: orderRef, tried: true, expires_at: null })
    if (!order.tried) countStep(ctx, order.page_ref, 'attempted', order.language)
    return { amountMinor: order.amount_minor, part: 0, expiresAt: null }
  },

  async end(ctx, { order, ref }, { order_ref: attempt }) {
    if (order.attempt_ref !== attempt || !pageOrderStates.can(order.status, 'expire')) return
    const last = order.created_at.getTime() + limits.orderMinutesMost * 60_000
    const after = new Date(
      Math.max(ctx.now.getTime(), Math.min(ctx.now.getTime() + limits.orderRetryMinutes * 60_000, last)),
    )
    changeOrder(ctx, ref, { attempt_ref: '', expires_at: after })
    ctx.enqueue(expirePayable, { kind: 'page_order', ref }, { after })
  },

  async late(ctx, standing, attempt) {
    if (standing.state === 'payable') return null
    const { order, ref, latePayment } = standing
    const wish = await sellLate(ctx, standing, attempt.amount_minor)
    if (wish === 'accept') countPage(ctx, order.page_ref, { capturedMinor: attempt.amount_minor })
    if (wish !== latePayment) addTimelineEntry(ctx, 'page_order', ref, 'sold_late')
    return wish
  },

  async pay(ctx, { order, ref }, attempt) {
    moveOrder(ctx, ref, 'pay', { attempt_ref: '', units: 'sold', expires_at: order.expires_at ?? ctx.now })
    countPage(ctx, order.page_ref, { capturedMinor: attempt.amount_minor, units: order.quantity, orders: 1 })
    countStep(ctx, order.page_ref, 'paid', order.language)
    await confirmOrder(ctx, order, attempt.amount_minor)
    await tellOfStock(ctx, order, await sellUnits(ctx, unitsOf(order)))
  },

  tellRefunded: (ctx, { order }, attempt) => tellRefunded(ctx, order, attempt),

  async countMoney(ctx, ref, money) {
    const order = await findPageOrder(ctx, ref)
    if (order) countPage(ctx, order.page_ref, money)
  },

  async readUnits(ctx, ref, payment) {
    const order = await findPageOrder(ctx, ref)
    return order ? boughtUnits(ctx, order, payment) : null
  },
  async returnUnits(ctx, ref, units, at) {
    await putBack(ctx, ref, units, at)
  },

  returnTo(ctx, { order }, payment) {
    const { after_payment } = order.content
    if (payment.status === 'Success')
      return after_payment === 'redirect' ? signedReturn(ctx, order.success_url, payment) : Promise.resolve('')
    return signedReturn(ctx, order.failure_url, payment)
  },

  async webhookFields(ctx, ref) {
    const order = await findPageOrder(ctx, ref)
    return order ? { quantity: order.quantity, fields: order.answers } : {}
  },

  async expire(ctx, ref) {
    const order = await findPageOrder(ctx, ref, { lock: true })
    if (!order?.expires_at || order.attempt_ref || order.expires_at > ctx.now) return
    await endOrder(ctx, order, 'expire')
  },
  listOverdue: listOverdueOrders,
}

/** Ends an order that is locked and holds its units: they are free at once. Nothing when it is paid or over. */
export async function endOrder(ctx: Ctx, order: FoundOrder, action: 'expire' | 'cancel'): Promise<void> {
  if (!pageOrderStates.can(order.status, action)) return
  moveOrder(ctx, order.order_ref, action, { units: 'released' })
  addTimelineEntry(ctx, 'page_order', order.order_ref, pageOrderStates.actions[action].to)
  await releaseUnits(ctx, { ...unitsOf(order), limited: order.limited })
}

/**
 * What becomes of money for an order that is over. It buys free units where there are enough of a limited page, or where the page
 * accepts late money anyway, and no others: the policy decides. Money for an order that has its units already buys none.
 */
async function sellLate(ctx: Ctx, { order, latePayment }: OrderStanding, paidMinor: bigint): Promise<LatePayment> {
  if (order.units !== 'released' || order.page_status === 'cancelled') return latePayment
  if (!order.limited && latePayment !== 'accept') return latePayment
  const left = await sellFreeUnits(ctx, unitsOf(order))
  if (!left) return latePayment
  await tellOfStock(ctx, order, left)
  changeOrder(ctx, order.order_ref, { units: 'sold' })
  countPage(ctx, order.page_ref, { units: order.quantity, orders: 1 })
  countStep(ctx, order.page_ref, 'paid', order.language)
  await confirmOrder(ctx, order, paidMinor)
  return 'accept'
}

const unitsOf = ({ page_ref: pageRef, order_ref: orderRef, quantity }: FoundOrder): Units => ({
  pageRef,
  orderRef,
  quantity,
})

interface OrderStanding extends Standing {
  order: FoundOrder
}

const standingOf = (ctx: Ctx, order: FoundOrder | undefined): OrderStanding | undefined =>
  order && {
    ref: order.order_ref,
    state: stateOf(order),
    expiresAt: order.expires_at,
    merchantOrderRef: order.merchant_order_ref,
    amountMinor: order.amount_minor,
    currency: order.currency,
    country: order.country,
    methods: null,
    takes: (type, subType) => pageTakes(order.content.payment_types, type, subType),
    description: described(order, order.title),
    wordsIn: (language) => ({
      description: described(order, titleIn(order, language)),
      thanks: thanksIn(order, language),
    }),
    shopper: { name: order.name, email: order.email, phone: order.phone, address: '' },
    page: {
      merchant: {
        name: order.content.merchant_name,
        logo: order.content.logo,
        backUrl: `${pageAddress(ctx, order)}?lang=${order.language}`,
      },
      look: {
        theme: order.content.theme,
        primary: order.content.primary_color,
        secondary: order.content.secondary_color,
      },
      ...partsOf(order),
    },
    // Late money that has bought its units was accepted, whatever the policy for other.
    latePayment: order.status !== 'success' && order.units === 'sold' ? 'accept' : order.late_payment,
    sourceRef: order.page_ref,
    order,
  }

const described = ({ quantity }: FoundOrder, title: string): string =>
  quantity === 1 ? title : `${quantity} × ${title}`

/** What a page that leads on after the payment would say is not shown. */
const thanksIn = ({ content }: FoundOrder, language: Language): string =>
  content.after_payment === 'message' ? content.texts[language]?.success_message || content.success_message : ''

/** What was taken off and put on. After a later change of the page its parts may not make up the order's total: then none is named. */
function partsOf(order: FoundOrder): Pick<Standing['page'], 'promo' | 'shippingMinor'> {
  const { amount_minor: total, unit_minor: unit, quantity, promo_discount_minor, shipping_charges_minor } = order
  const agrees = unit * BigInt(quantity) - promo_discount_minor + shipping_charges_minor === total
  return {
    promo: { code: '', discountMinor: agrees ? promo_discount_minor : 0n },
    shippingMinor: agrees ? shipping_charges_minor : 0n,
  }
}

/** After the page is cancelled, only an attempt in flight may still pay. */
function stateOf({ status, page_status, attempt_ref }: FoundOrder): Standing['state'] {
  if (pageOrderStates.can(status, 'attempt'))
    return page_status === 'cancelled' && !attempt_ref ? 'cancelled' : 'payable'
  return status === 'success' ? 'paid' : status === 'cancelled' ? 'cancelled' : 'expired'
}
