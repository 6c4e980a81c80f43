import { defaultLanguage } from '#i18n/languages.ts'
import type { Input } from '#contract/kit/call.ts'
import { Fault, fieldFault } from '#contract/faults.ts'
import { toMinor } from '#contract/kit/money.ts'
import { limits } from '#contract/limits.ts'
import { subscriptionFields } from '#contract/subscription-fields.ts'
import type { createSubscription } from '#contract/subscriptions.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { keptOf } from '#server/kit/db/fields.ts'
import { newReferenceOf } from '#server/kit/auth/merchant-hint.ts'
import { ownUserId } from '#server/notifications/notify.ts'
import { rhythmOf } from '#server/prices/rhythm.ts'
import { totalAmount } from '#server/subscription-store/amounts.ts'
import { findPrice, type PriceRow } from '#server/subscription-store/prices.ts'
import type { SubscriptionRow } from '#server/subscription-store/queries.ts'

type Asked = Omit<Input<typeof createSubscription>['body'], 'signature_hash' | 'chaipay_key' | 'environment'>

/**
 * The subscription that a request describes, as it would be made at `ctx.now`; nothing is written. Where it is to be made, its price
 * stays as it is until the commit. Throws `priceUnknown`, `invalidQuantity`, `invalidCount`, `invalidCosts`, `invalidPeriod`, `invalidFrequency`,
 * `invalidAmount` and `invalidRequest`, each at its field.
 */
export async function drawUp(ctx: Ctx, body: Asked, { keep = false } = {}): Promise<SubscriptionRow> {
  const price = await priceOf(ctx, body, keep ? 'keep' : 'none')
  const merchant = await merchantOf(ctx)
  const kept = keptOf(subscriptionFields, body)
  const isRegular = price.plan_type === 'REGULAR'
  const unit = price.amount_minor ?? 0n
  const quantity = quantityOf(body, price)
  const count = countOf(body, isRegular)
  const costs = costsOf(body)
  const additional = costs.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
  const total = isRegular ? totalAmount({ unit, quantity, count, costs: costs.map(withMinor) }) : null
  if (total !== null && total > amountMost)
    throw fieldFault('invalidCount', 'recurrance_count', 'too_much', 'The total is too large.')
  return {
    ...kept,
    ...onDemandOf(body, isRegular),
    ...beginningOf(ctx, body, isRegular),
    order_ref: newReferenceOf(ctx.owner.merchantId, ctx.now),
    price_ref: price.price_ref,
    price_name: price.name,
    status: 'created',
    country: kept.country || merchant.country,
    customer_name_lower: kept.customer_name.toLowerCase(),
    email_lower: kept.email.toLowerCase(),
    language: body.language ?? defaultLanguage,
    time_zone: merchant.time_zone,
    customer_time_zone: body.customer_time_zone ?? merchant.time_zone,
    unit_minor: unit,
    quantity,
    frequency: price.frequency,
    period: price.period,
    recurrance_count: count,
    allow_accumulate: body.allow_accumulate === 'Y',
    additional_costs: costs,
    additional_cost_minor: additional,
    total_minor: total,
    expires_at: expiryOf(ctx, body),
    notes: body.notes ?? [],
    ip_address: ctx.client.address,
    created_at: ctx.now,
    created_by: ctx.actor.kind === 'user' ? ctx.actor.name : '',
    created_by_id: ownUserId(ctx),
    updated_at: ctx.now,
    ...untouched,
  }
}

/** What nothing has happened to yet. */
const untouched = {
  anchor: null,
  anchor_period: 0,
  next_period: 0,
  made_periods: 0,
  costs_charged: false,
  next_due_at: null,
  next_try_at: null,
  next_act_at: null,
  planned: false,
  next_amount_minor: null,
  scheduled_minor: null,
  credit_minor: 0n,
  catch_up_at: null,
  give_up_at: null,
  in_trial: false,
  paused_at: null,
  paused_until: null,
  cancels_at_period_end: false,
  period_end: null,
  past_due_since: null,
  past_due_minor: 0n,
  collected_count: 0,
  collected_minor: 0n,
  counted_periods: 0,
  mandate_ref: '',
  activated_at: null,
  recovered_at: null,
  ended_at: null,
  end_reason: '',
} as const

/** Of one amount; above it lie sums. A hundredth of what JSON carries exactly. */
const amountMost = 10n ** 15n - 1n
const recurringMost = 10n ** 12n

/** The price by any of the names, active and in the currency of the request. */
async function priceOf(ctx: Ctx, body: Asked, lock: 'keep' | 'none'): Promise<PriceRow> {
  const { price, plan, currency } = body
  const named = [body.price_order_ref, price?.order_ref, plan?.order_ref].filter((name) => name !== undefined)
  const [ref] = named
  if (!ref) throw new Fault('priceUnknown')
  if (named.some((name) => name !== ref))
    throw fieldFault('invalidRequest', 'price_order_ref', 'contradicts', 'Two names say different prices.')
  const found = await findPrice(ctx, ref, { lock })
  if (!found) throw new Fault('priceUnknown')
  if (found.status !== 'active') throw fieldFault('priceUnknown', 'price_order_ref', 'cancelled')
  const said = [currency, price?.currency, plan?.currency].filter((one) => one !== undefined)
  if (said.some((one) => one !== found.currency)) throw fieldFault('priceUnknown', 'currency', 'other_currency')
  const { subscription_type: type = 'REGULAR' } = body
  if (type !== found.plan_type)
    throw fieldFault('invalidRequest', 'subscription_type', 'contradicts', `This price is ${found.plan_type}.`)
  return found
}

/** The quantity that a request says. Throws `invalidQuantity`. */
export function quantityOf(
  { quantity = 1 }: Pick<Asked, 'quantity'>,
  { plan_type, amount_minor }: Pick<PriceRow, 'plan_type' | 'amount_minor'>,
): number {
  const refused = (reason: string) => fieldFault('invalidQuantity', 'quantity', reason)
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > limits.subscriptionQuantity)
    throw refused('not_possible')
  if (plan_type === 'ONDEMAND' && quantity !== 1) throw refused('not_on_demand')
  if ((amount_minor ?? 0n) * BigInt(quantity) > recurringMost) throw refused('too_much')
  return quantity
}

function countOf({ recurrance_count: count }: Asked, isRegular: boolean): number | null {
  if (count === undefined) return null
  if (!isRegular) throw fieldFault('invalidCount', 'recurrance_count', 'not_on_demand')
  if (!Number.isInteger(count) || count < 1 || count > limits.subscriptionCount)
    throw fieldFault('invalidCount', 'recurrance_count', 'not_possible')
  return count
}

const withMinor = ({ key, amount }: { key: string; amount: string }) => ({ key, amount: BigInt(amount) })

function costsOf({ additional_costs: costs = [], currency }: Asked): { key: string; amount: string }[] {
  if (costs.length > limits.subscriptionCosts) throw fieldFault('invalidCosts', 'additional_costs', 'too_many')
  return costs.map(({ key, value }, at) => {
    const minor = toMinor(value, currency)
    if (typeof minor === 'string') throw fieldFault('invalidCosts', `additional_costs.${at}.value`, minor)
    if (minor > recurringMost) throw fieldFault('invalidCosts', `additional_costs.${at}.value`, 'too_large')
    return { key, amount: String(minor) }
  })
}

/** The amounts that one on demand has alone. */
function onDemandOf({ initial_amount: initial, max_amount: most }: Asked, isRegular: boolean) {
  for (const [name, amount] of Object.entries({ initial_amount: initial, max_amount: most }))
    if (isRegular && amount) throw fieldFault('invalidAmount', name, 'only_on_demand')
  if (initial !== undefined && most !== undefined && initial > most)
    throw fieldFault('invalidAmount', 'initial_amount', 'above_max_amount')
  return { initial_minor: initial ?? 0n, max_minor: most ?? null }
}

/** A trial, or a start to come; one of both at most. */
function beginningOf(ctx: Ctx, body: Asked, isRegular: boolean) {
  const { trial_frequency: frequency, trial_period: period } = body
  const startedAt = body.started_at || null
  const hasTrial = frequency !== undefined || Boolean(period)
  const refused = (path: string, reason: string, text: string) => fieldFault('invalidRequest', path, reason, text)
  if (!isRegular && (hasTrial || startedAt))
    throw refused(startedAt ? 'started_at' : 'trial_frequency', 'not_on_demand', 'This is for prices of a period.')
  if (hasTrial && startedAt) throw refused('started_at', 'contradicts', 'It has a trial, or starts then.')
  if (hasTrial && !period) throw fieldFault('invalidPeriod', 'trial_period', 'required', 'This is needed.')
  if (startedAt && startedAt <= ctx.now) throw refused('started_at', 'in_the_past', 'This is over.')
  if (startedAt && startedAt.getTime() > ctx.now.getTime() + limits.subscriptionStartDays * dayMs)
    throw refused('started_at', 'too_late', 'This is too far ahead.')
  const names = { period: 'trial_period', frequency: 'trial_frequency' }
  const trial = hasTrial ? rhythmOf(ctx, { period, frequency }, names) : null
  return { trial_frequency: trial?.frequency ?? null, trial_period: trial?.period ?? null, started_at: startedAt }
}

function expiryOf(ctx: Ctx, { expiry_date: said }: Asked): Date {
  if (!said) return new Date(ctx.now.getTime() + limits.subscriptionLinkDays * dayMs)
  const refused = (reason: string, text: string) => fieldFault('invalidRequest', 'expiry_date', reason, text)
  if (said <= ctx.now) throw refused('in_the_past', 'This is over.')
  if (said.getTime() > ctx.now.getTime() + limits.subscriptionLinkDaysMost * dayMs)
    throw refused('too_late', 'This is too far ahead.')
  return said
}
const dayMs = 86_400_000
