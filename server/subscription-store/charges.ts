import { sql, type Selectable, type SqlBool, type Updateable } from 'kysely'
import { chargeStates, type ChargeState } from '#contract/subscription-states.ts'
import type { Tables } from '#server/db/tables.ts'
import { newReferenceOf } from '#server/kit/auth/merchant-hint.ts'
import type { Ctx, Owner } from '#server/kit/ctx.ts'
import { ownRows } from '#server/kit/db/own.ts'
import { build, statement, type Places } from '#server/kit/db/statements.ts'
import { chargeSum, type ChargeLine, type Credit } from './amounts.ts'
import { keptLines, linesOf } from './lines.ts'
import type { SubscriptionRow } from './queries.ts'

/** The columns of a charge but its owner's. */
const columns = [
  'charge_ref', 'order_ref', 'merchant_order_ref', 'kind', 'period', 'state', 'currency', 'amount_minor', 'credit_minor', 'to_pay_minor',
  'lines', 'description', 'due_at', 'period_start', 'period_end', 'missed', 'tries', 'first_tried_at', 'next_try_at', 'reason',
  'payment_ref', 'claimed_at', 'carried_by', 'change_id', 'paid_at', 'closed_at', 'created_at', 'updated_at',
] as const // prettier-ignore

/** A charge as its row has it. Who changes one has locked its subscription. */
export type ChargeRow = Omit<Pick<Selectable<Tables['subscription_charges']>, (typeof columns)[number]>, 'lines'> & {
  lines: ChargeLine[]
}
type Kept = Pick<Selectable<Tables['subscription_charges']>, (typeof columns)[number]>
const chargeOf = (row: Kept): ChargeRow => ({ ...row, lines: linesOf(row.lines) })

/** A charge; undefined when absent or not the owner's. Index: primary key. */
export async function findCharge(ctx: Ctx, chargeRef: string): Promise<ChargeRow | undefined> {
  const [row] = (await ctx.db.executeQuery(chargeBy({ ...ctx.owner, chargeRef }))).rows
  return row && chargeOf(row)
}
const chargeBy = statement((given: Places<Owner & { chargeRef: string }>) =>
  ownRows(build, given).select('subscription_charges').select(columns).where('charge_ref', '=', given.chargeRef),
)

/** The charges of a subscription, newest first, at most so many. Index: subscription_charges_of. */
export async function listCharges(ctx: Ctx, orderRef: string, most = 200): Promise<ChargeRow[]> {
  const rows = await ctx.own
    .select('subscription_charges')
    .select(columns)
    .where('order_ref', '=', orderRef)
    .orderBy('created_at', 'desc')
    .orderBy('charge_ref', 'desc')
    .limit(most)
    .execute()
  return rows.map(chargeOf)
}

/** Those that may still be paid, oldest first. Index: subscription_charges_open. */
export async function openCharges(ctx: Ctx, orderRef: string): Promise<ChargeRow[]> {
  const { rows } = await ctx.db.executeQuery(openOf({ ...ctx.owner, orderRef }))
  return rows.map(chargeOf)
}
const openOf = statement((given: Places<Owner & { orderRef: string }>) =>
  ownRows(build, given)
    .select('subscription_charges')
    .select(columns)
    .where('order_ref', '=', given.orderRef)
    .where(sql<SqlBool>`state in ('due', 'trying', 'unpaid', 'carried')`)
    .orderBy('due_at')
    .orderBy('charge_ref'),
)
/** The states of a charge that nothing is settled about. */
export const openChargeStates = ['due', 'trying', 'unpaid', 'carried'] as const satisfies readonly ChargeState[]
export const isOpen = ({ state }: Pick<ChargeRow, 'state'>): boolean =>
  (openChargeStates as readonly string[]).includes(state)

/** What a new charge is about. */
export interface NewCharge {
  kind: ChargeRow['kind']
  period?: { n: number; start: Date; end: Date }
  lines: readonly ChargeLine[]
  credits: readonly Credit[]
  dueAt: Date
  merchantOrderRef: string
  description?: string
  missed?: boolean
  changeId?: string
}

/**
 * Writes a new charge, `due`, and takes the credit that it uses. Of a period, or a deduction's reference, there is one: the commit fails
 * for a second.
 */
export function makeCharge(ctx: Ctx, subscription: SubscriptionRow, made: NewCharge): ChargeRow {
  const { lines, amount, toPay } = chargeSum(made.lines, made.credits)
  const charge: ChargeRow = {
    charge_ref: newReferenceOf(ctx.owner.merchantId, ctx.now),
    order_ref: subscription.order_ref,
    merchant_order_ref: made.merchantOrderRef,
    kind: made.kind,
    period: made.kind === 'period' ? (made.period?.n ?? null) : null,
    state: 'due',
    currency: subscription.currency,
    amount_minor: amount,
    credit_minor: amount - toPay,
    to_pay_minor: toPay,
    lines,
    description: made.description ?? '',
    due_at: made.dueAt,
    period_start: made.period?.start ?? null,
    period_end: made.period?.end ?? null,
    missed: made.missed ?? false,
    tries: 0,
    first_tried_at: null,
    next_try_at: null,
    reason: '',
    payment_ref: '',
    claimed_at: null,
    carried_by: '',
    change_id: made.changeId ?? null,
    paid_at: null,
    closed_at: null,
    created_at: ctx.now,
    updated_at: ctx.now,
  }
  ctx.write(ctx.own.insert('subscription_charges', { ...charge, lines: keptLines(lines) }))
  for (const line of lines) if (line.kind === 'credit') moveCredit(ctx, subscription.order_ref, line.id, line.amount)
  return charge
}

export type ChargeAction = keyof typeof chargeStates.actions

/** Moves a charge by an action of its machine, with further columns, and returns it as it is then. Throws where the machine does not allow it. */
export function moveCharge(
  ctx: Ctx,
  charge: ChargeRow,
  action: ChargeAction,
  further: Partial<Omit<ChargeRow, 'lines' | 'state'>> = {},
): ChargeRow {
  if (!chargeStates.can(charge.state, action)) throw new Error(`a charge that is ${charge.state} cannot ${action}`)
  const state = chargeStates.actions[action].to
  const closed = chargeStates.isFinal(state)
  return changeCharge(ctx, charge, {
    ...(state !== 'unpaid' && state !== 'due' && { next_try_at: null }),
    ...further,
    state,
    ...(closed && { closed_at: ctx.now }),
    ...(state === 'paid' && { paid_at: ctx.now }),
  })
}

/** Changes a charge within its state. */
export function changeCharge(ctx: Ctx, charge: ChargeRow, further: Partial<Omit<ChargeRow, 'lines'>>): ChargeRow {
  const set: Updateable<Tables['subscription_charges']> = { ...further, updated_at: ctx.now }
  ctx.write(ctx.own.update('subscription_charges').set(set).where('charge_ref', '=', charge.charge_ref))
  return { ...charge, ...further, updated_at: ctx.now }
}

/** The credit of a subscription that is left, oldest first. Index: primary key. */
export async function creditsLeft(ctx: Ctx, { order_ref, credit_minor }: SubscriptionRow): Promise<Credit[]> {
  if (credit_minor === 0n) return []
  const rows = await ctx.own
    .select('subscription_credits')
    .select(['credit_id', 'left_minor'])
    .where('order_ref', '=', order_ref)
    .where('left_minor', '>', 0n)
    .orderBy('created_at')
    .orderBy('credit_id')
    .execute()
  return rows.map(({ credit_id: id, left_minor: left }) => ({ id, left }))
}

/** Gives the credit back that an unpaid charge has used; the subscription as it is to be written then. */
export function returnCredit(ctx: Ctx, subscription: SubscriptionRow, charge: ChargeRow): SubscriptionRow {
  for (const line of charge.lines)
    if (line.kind === 'credit') moveCredit(ctx, subscription.order_ref, line.id, -line.amount)
  return { ...subscription, credit_minor: subscription.credit_minor + charge.credit_minor }
}

/** Adds to what is left of a credit, below zero for what is used of it. */
export const moveCredit = (ctx: Ctx, orderRef: string, creditId: string, minor: bigint): void =>
  ctx.write(
    ctx.own
      .update('subscription_credits')
      .set(({ eb }) => ({ left_minor: eb('left_minor', '+', minor) }))
      .where('order_ref', '=', orderRef)
      .where('credit_id', '=', creditId),
  )
