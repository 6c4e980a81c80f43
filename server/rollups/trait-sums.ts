import type { Currency } from '#contract/kit/money.ts'
import type { PaymentMethod } from '#contract/methods.ts'
import type { PaymentState } from '#contract/payment-states.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Asked } from './asked.ts'
import { traitMeasures, type SummedTrait } from './measures.ts'
import { piecesOf, type Stretch } from './pieces.ts'

/** A sum of payments of one currency and state, and of one value of a trait. */
export interface TraitSum {
  currency: Currency
  status: PaymentState
  /** Empty unless requested, and so is the day (`YYYY-MM-DD`). */
  payment_method: PaymentMethod | ''
  day: string
  value: string
  payments: number
  amountMinor: bigint
  /** First attempts to pay what they pay. */
  orders: number
  /** Failed by the provider's fault. */
  faults: number
  /** The payments whose time from attempt to success is known, and the sum of those times in seconds. */
  timed: number
  seconds: number
}

/**
 * Sums of the payments created in a stretch of time by a trait. Guarantee: exact in the snapshot of its one statement, which
 * adds whole days, the deltas not yet rolled up, and the payments themselves at the ends.
 * Indexes: payment_trait_days_pkey, payments_newest.
 */
export async function traitSumsOf(
  ctx: Ctx,
  asked: Asked,
  stretch: Stretch,
  { trait, by }: { trait: SummedTrait; by: readonly ('payment_method' | 'day')[] },
): Promise<TraitSum[]> {
  if (stretch.from >= stretch.to) return []
  const values: unknown[] = [asked.environment, asked.zone.sql]
  const value = (given: unknown) => `$${values.push(given)}`
  const { days, rolledUp, raw } = piecesOf(stretch, asked.zone.name, { days: true, hours: false })
  const currency = asked.currency === null ? '' : ` and currency = ${value(asked.currency)}`
  const method = by.includes('payment_method') ? 'payment_method' : `''`
  const dayOf = (moment: string) => (by.includes('day') ? moment : `''`)
  const zoned = (moment: string) => dayOf(`(${moment} at time zone $2::text)::date::text`)
  const range = (column: string, { from, to }: { from: unknown; to: unknown }, type: string) =>
    `${column} >= ${value(from)}::${type} and ${column} < ${value(to)}::${type}`
  const part = (table: string, merchants: string[], of: string, day: string, condition: string) => `
    select currency, status, ${method} as payment_method, ${day} as day, ${of} as value,
      ${traitMeasures.map((name) => `sum(${name}) as ${name}`).join(', ')} from ${table}
    where merchant_id = any (${value(merchants)}::uuid[]) and environment = $1 and ${condition}${currency}
    group by 1, 2, 3, 4, 5`
  const parts: string[] = []
  const raws = (merchants: string[], piece: Stretch) =>
    parts.push(
      part('payment_measures', merchants, trait, zoned('created_at'), range('created_at', piece, 'timestamptz')),
    )
  if (asked.kept.length > 0) {
    if (days) {
      const condition = `time_zone = $2::text and trait = ${value(trait)} and ${range('day', days, 'date')}`
      parts.push(part('payment_trait_days', asked.kept, 'value', dayOf('day::text'), condition))
    }
    for (const piece of rolledUp) {
      const condition = `source is not null and ${range('bucket', piece, 'timestamptz')}`
      parts.push(part('payment_deltas', asked.kept, trait, zoned('bucket'), condition))
    }
    for (const piece of raw) raws(asked.kept, piece)
  }
  if (asked.unkept.length > 0) raws(asked.unkept, stretch)
  if (asked.kept.length + asked.unkept.length > 1) ctx.tx.planForEach()
  const keys = 'currency, status, payment_method, day, value'
  const rows = await ctx.tx.query<SumRow>(
    `select ${keys}, ${traitMeasures.map((name) => `sum(${name})::text as ${name}`).join(', ')}
     from (${parts.join(' union all ')}) as parts where $2::text is not null
     group by ${keys} having sum(payments) <> 0 order by ${keys}`,
    values,
  )
  return rows.map(({ payments, amount_minor, orders, faults, timed, paid_seconds, ...row }) => ({
    ...row,
    payments: Number(payments),
    amountMinor: BigInt(amount_minor),
    orders: Number(orders),
    faults: Number(faults),
    timed: Number(timed),
    seconds: Number(paid_seconds),
  }))
}
type SumRow = Pick<TraitSum, 'currency' | 'status' | 'payment_method' | 'day' | 'value'> &
  Record<(typeof traitMeasures)[number], string>
