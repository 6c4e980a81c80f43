import { chargedStates } from '#contract/subscription-states.ts'
import type { Ctx, Owner } from '#server/kit/ctx.ts'
import { ownRows } from '#server/kit/db/own.ts'
import { build, statement, type Places } from '#server/kit/db/statements.ts'
import type { Payable, Standing } from '#server/payables/payable.ts'
import { inTimeOf } from '#server/subscription-store/clocks.ts'
import { findCharge, isOpen, type ChargeRow } from '#server/subscription-store/charges.ts'
import { existingSubscription, findSubscription, type SubscriptionRow } from '#server/subscription-store/queries.ts'
import { askingOf, attemptBegun, attemptEnded, attemptMandate, attemptPaid, reasonOf } from './attempts.ts'
import { actSoon } from './enqueue.ts'
import { receiveMandate } from './mandate-callback.ts'
import { settleFailed } from './failed.ts'
import { countRefund } from './refunds.ts'
import { settlePaid } from './paid.ts'
import { tellMoneyBack } from './money-back.ts'
import { returnedOf, subscriptionReturn } from './return-to.ts'
import { readTerms } from './terms.ts'

/**
 * A charge of a subscription as a payable: tried by its mandate, or paid by the customer, who then agrees to a new one. Money for what is
 * cancelled, paused or paid already goes back in full.
 */
export const chargePayable: Payable<ChargeStanding> = {
  kind: 'subscription_charge',
  objectType: 'subscription_charge',
  source: 'subscription',
  sendsReceipts: true,
  finder: 'find_subscription_charge',
  async read(ctx, ref) {
    const charge = await findCharge(ctx, ref)
    return charge && standingOf(ctx, charge, await existingSubscription(ctx, charge.order_ref))
  },
  async lock(ctx, ref) {
    // The charge is read under the lock of its subscription, which everybody takes who changes one.
    const [locked] = (await ctx.db.executeQuery(lockOfCharge({ ...ctx.owner, chargeRef: ref }))).rows
    if (!locked) return undefined
    const [charge, subscription] = await Promise.all([findCharge(ctx, ref), findSubscription(ctx, locked.order_ref)])
    return charge && subscription && standingOf(ctx, charge, subscription)
  },

  begin: (_ctx, { charge }) => Promise.resolve({ amountMinor: charge.to_pay_minor, part: 0, expiresAt: null }),
  begun: (ctx, { subscription }, attempt) => attemptBegun(ctx, subscription, attempt),
  noteMandate: (ctx, _standing, attempt, told) => attemptMandate(ctx, attempt, told),
  async beforeAsking(ctx, ref, payment) {
    const charge = await findCharge(ctx, ref)
    if (!charge || !isOpen(charge) || charge.to_pay_minor === 0n) return 'stop'
    return askingOf(ctx, await existingSubscription(ctx, charge.order_ref), payment)
  },

  async end(ctx, standing, attempt) {
    await attemptEnded(ctx, attempt)
    const { charge, subscription } = standing
    // Another attempt, or none, is what the charge waits for.
    if (charge.payment_ref !== attempt.order_ref || charge.state !== 'trying') return
    const then = await inTimeOf(ctx, subscription)
    actSoon(then, await settleFailed(then, subscription, charge, await reasonOf(ctx, attempt)))
  },

  late: (_ctx, { state }) => Promise.resolve(state === 'payable' ? null : 'refund'),

  async pay(ctx, { charge, subscription }, attempt) {
    const then = await inTimeOf(ctx, subscription)
    const used = await attemptPaid(then, subscription, attempt)
    const payment = { orderRef: attempt.order_ref, amountMinor: attempt.amount_minor }
    actSoon(then, await settlePaid(then, used, { charge, payment }))
  },
  tellRefunded: async (ctx, { subscription }, attempt) => tellMoneyBack(ctx, subscription, attempt),
  async countMoney(ctx, ref, money) {
    const charge = await findCharge(ctx, ref)
    if (charge) await countRefund(ctx, charge.order_ref, money)
  },

  readTerms: (ctx, { subscription }, language) => readTerms(ctx, subscription, { language, act: 'charge' }),
  returnTo: (ctx, { subscription }, payment) => subscriptionReturn(ctx, subscription, returnedOf(payment)),

  receiveMandate,

  // A charge has no end by time: its subscription decides.
  async expire() {},
  listOverdue: () => Promise.resolve([]),
}

interface ChargeStanding extends Standing {
  charge: ChargeRow
  subscription: SubscriptionRow
}

const lockOfCharge = statement((given: Places<Owner & { chargeRef: string }>) =>
  ownRows(build, given)
    .select('subscriptions')
    .select('order_ref')
    .where('order_ref', '=', ({ selectFrom }) =>
      selectFrom('subscription_charges')
        .select('subscription_charges.order_ref')
        .where('subscription_charges.merchant_id', '=', given.merchantId)
        .where('subscription_charges.environment', '=', given.environment)
        .where('charge_ref', '=', given.chargeRef),
    )
    .forUpdate(),
)

async function standingOf(ctx: Ctx, charge: ChargeRow, subscription: SubscriptionRow): Promise<ChargeStanding> {
  return {
    ...commonOf(subscription),
    ...(subscription.clock_ref && { simulatedAt: (await inTimeOf(ctx, subscription)).now }),
    ref: charge.charge_ref,
    state: stateOf(charge, subscription),
    merchantOrderRef: charge.merchant_order_ref,
    amountMinor: charge.to_pay_minor,
    description: charge.description || subscription.description || subscription.price_name,
    charge,
    subscription,
  }
}

/** What the set-up and the charges of a subscription show alike. */
export const commonOf = (subscription: SubscriptionRow) =>
  ({
    expiresAt: null,
    currency: subscription.currency,
    country: subscription.country,
    methods: null,
    recurring: true,
    shopper: {
      name: subscription.customer_name,
      email: subscription.email,
      phone: subscription.phone,
      address: '',
    },
    page: {
      merchant: { name: '', logo: '', backUrl: '' },
      promo: { code: '', discountMinor: 0n },
      shippingMinor: 0n,
    },
    latePayment: 'refund',
    sourceRef: subscription.order_ref,
  }) as const satisfies Partial<Standing>

function stateOf(charge: ChargeRow, subscription: SubscriptionRow): Standing['state'] {
  if (charge.state === 'paid') return 'paid'
  const charged = (chargedStates as readonly string[]).includes(subscription.status) && !subscription.paused_at
  return charged && isOpen(charge) && charge.state !== 'carried' ? 'payable' : 'cancelled'
}
