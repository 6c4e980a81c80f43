import type { Currency } from '#contract/kit/money.ts'
import type { PaymentMethod } from '#contract/methods.ts'
import type { PaymentState } from '#contract/payment-states.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Asked } from './asked.ts'
import { measures } from './measures.ts'
import { piecesOf, type Stretch } from './pieces.ts'

/** The unit of time of a sum: none, the zone's days, hours, or hours of the week (`104` is Monday from four). */
export type Grain = 'all' | 'day' | 'hour' | 'hourOfWeek'
export type Dimension = 'status' | 'payment_method' | 'channel_key'

/** A sum of payments of one currency and of the requested dimensions; fees, refunds and held money are 0 unless requested. */
export interface Sum {
  currency: Currency
  status: PaymentState
  payment_method: PaymentMethod
  channel_key: string
  /** A day as `YYYY-MM-DD`, an hour as seconds since 1970, an hour of the week; empty by `all`. */
  at: string
  payments: number
  amountMinor: bigint
  feeMinor: bigint
  feeTaxMinor: bigint
  heldMinor: bigint
  refundedMinor: bigint
}

/**
 * Sums of the payments created in a stretch of time. Guarantee: exact to the minor unit in the snapshot of its one statement,
 * which adds whole days and hours, the deltas not yet rolled up, and the payments themselves at the ends.
 * Indexes: the primary keys, payments_newest.
 */
export async function sumsOf(
  ctx: Ctx,
  asked: Asked,
  stretch: Stretch,
  {
    by = [],
    grain = 'all',
    status,
    fees = false,
  }: { by?: readonly Dimension[]; grain?: Grain; status?: PaymentState; fees?: boolean },
): Promise<Sum[]> {
  if (stretch.from >= stretch.to) return []
  const values: unknown[] = [asked.environment]
  const value = (given: unknown) => `$${values.push(given)}`
  let zone = ''
  const zoneValue = () => (zone ||= `${value(asked.zone.sql)}::text`)
  const whole = grain === 'all' || grain === 'day'
  const fine = by.every((dimension) => dimension === 'status')
  const pieces = piecesOf(stretch, asked.zone.name, { days: whole, hours: fine })
  const filter = [
    ...(asked.currency === null ? [] : [`currency = ${value(asked.currency)}`]),
    ...(status === undefined ? [] : [`status = ${value(status)}`]),
  ].map((condition) => ` and ${condition}`)
  const range = (column: string, { from, to }: { from: unknown; to: unknown }, type: string) =>
    `${column} >= ${value(from)}::${type} and ${column} < ${value(to)}::${type}`

  const dimensions = by.map((name) => `${name}, `).join('')
  const part = (table: string, merchants: string[], at: string, condition: string, name = 'at') => `
    select currency, ${dimensions}${at} as ${name}, ${summed.join(', ')} from ${table}
    where merchant_id = any (${value(merchants)}::uuid[]) and environment = $1 and ${condition}${filter.join('')}`
  // Grouped by the row's own day or hour first: those groups are far fewer than the rows, and each needs one key.
  const partByMoment = (table: string, column: string, keyed: (moment: string) => string, condition: string) =>
    grain === 'all'
      ? part(table, asked.kept, keyed(column), condition)
      : `select currency, ${dimensions}${keyed('moment')} as at, ${summed.join(', ')} from (
          select currency, ${dimensions}moment, ${summed.map((name) => `sum(${name}) as ${name}`).join(', ')}
          from (${part(table, asked.kept, column, condition, 'moment')}) as rows group by currency, ${dimensions}moment
        ) as moments`
  const summed = fees ? measures : volumeMeasures
  const key = (moment: string) => momentKey(grain, moment, zoneValue)
  const parts: string[] = []
  if (asked.kept.length > 0) {
    const inZone = (condition: string) => `time_zone = ${zoneValue()} and ${condition}`
    if (pieces.days)
      parts.push(partByMoment('payment_days', 'day', dayKey(grain), inZone(range('day', pieces.days, 'date'))))
    for (const piece of pieces.hours)
      parts.push(partByMoment('payment_hours', 'hour', key, inZone(range('hour', piece, 'timestamptz'))))
    for (const piece of pieces.rolledUp)
      parts.push(part('payment_deltas', asked.kept, key('bucket'), range('bucket', piece, 'timestamptz')))
    for (const piece of pieces.raw)
      parts.push(part('payment_measures', asked.kept, key('created_at'), range('created_at', piece, 'timestamptz')))
  }
  if (asked.unkept.length > 0)
    parts.push(part('payment_measures', asked.unkept, key('created_at'), range('created_at', stretch, 'timestamptz')))
  // PostgreSQL's generic plan underestimates the rows of many merchants and sorts them by texts: 9 of 25 ms.
  if (asked.kept.length + asked.unkept.length > 1) ctx.tx.planForEach()
  const keys = ['currency', ...by, 'at'].join(', ')
  const rows = await ctx.tx.query<SumRow>(
    `select ${keys}, ${summed.map((name) => `sum(${name})::text as ${name}`).join(', ')}
     from (${parts.join(' union all ')}) as parts group by ${keys} having sum(payments) <> 0 order by ${keys}`,
    values,
  )
  return rows.map(
    ({
      payments,
      amount_minor,
      fee_minor = '0',
      fee_tax_minor = '0',
      held_minor = '0',
      refunded_minor = '0',
      ...row
    }) => ({
      ...row,
      payments: Number(payments),
      amountMinor: BigInt(amount_minor),
      feeMinor: BigInt(fee_minor),
      feeTaxMinor: BigInt(fee_tax_minor),
      heldMinor: BigInt(held_minor),
      refundedMinor: BigInt(refunded_minor),
    }),
  )
}
type SumRow = Pick<Sum, 'currency' | 'status' | 'payment_method' | 'channel_key' | 'at'> &
  Record<(typeof volumeMeasures)[number], string> &
  Partial<Record<(typeof measures)[number], string>>
const volumeMeasures = ['payments', 'amount_minor'] as const satisfies readonly (typeof measures)[number][]

/** The SQL key of a moment or a day in a grain. */
function momentKey(grain: Grain, moment: string, zone: () => string): string {
  if (grain === 'day') return `(${moment} at time zone ${zone()})::date::text`
  if (grain === 'hour') return `extract(epoch from date_trunc('hour', ${moment}, ${zone()}))::bigint::text`
  if (grain === 'hourOfWeek') return `to_char(${moment} at time zone ${zone()}, 'IDHH24')`
  return `''`
}
const dayKey = (grain: Grain) => (day: string) => (grain === 'day' ? `${day}::text` : `''`)
