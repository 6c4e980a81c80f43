import type { PayoutDecline } from '#contract/payout-declines.ts'
import { countedPayoutStates, type CountedPayoutState } from '#contract/payout-figures.ts'
import type { Currency } from '#contract/kit/money.ts'
import { dayAfter, dayAt, startOfDay } from '#contract/kit/zoned-day.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { piecesOf, type Stretch } from '#server/rollups/pieces.ts'

interface EndSum {
  currency: Currency
  status: CountedPayoutState
  reason: PayoutDecline | ''
  /** A power of 1.1 seconds; -1 where no time is told. */
  band: number
  payouts: number
  amountMinor: bigint
}

/**
 * What became of the payouts made in the days that end today, each currency on its own, the one with most payouts first. Guarantee: the
 * numbers are exact in the snapshot of one statement, and the median to within a twentieth.
 */
export async function readPayoutFigures(ctx: Ctx, days: number) {
  const { time_zone: zone } = await merchantOf(ctx)
  const today = dayAt(ctx.now, zone)
  const stretch = { from: startOfDay(dayAfter(today, 1 - days), zone), to: startOfDay(dayAfter(today, 1), zone) }
  const sums = await endSums(ctx, stretch)
  const currencies = [...Map.groupBy(sums, ({ currency }) => currency)].map(([currency, rows]) => {
    const of = (status: CountedPayoutState) => rows.filter((row) => row.status === status)
    const figures = (status: CountedPayoutState) => ({
      [countedPayoutStates[status]]: payoutsIn(of(status)),
      [`${countedPayoutStates[status]}_amount`]: of(status).reduce((all, { amountMinor }) => all + amountMinor, 0n),
    })
    return {
      currency,
      ...(figures('Success') as { paid: number; paid_amount: bigint }),
      ...(figures('Failed') as { failed: number; failed_amount: bigint }),
      ...(figures('Returned') as { returned: number; returned_amount: bigint }),
      seconds_to_arrive: medianOf(of('Success')),
      reasons: (['Failed', 'Returned'] as const)
        .flatMap((status) => reasonsOf(of(status)).map((one) => ({ status, ...one })))
        .toSorted((a, b) => b.count - a.count),
    }
  })
  const all = ({ paid, failed, returned }: (typeof currencies)[number]) => paid + failed + returned
  return { from: stretch.from, currencies: currencies.toSorted((a, b) => all(b) - all(a)) }
}

const payoutsIn = (rows: readonly EndSum[]) => rows.reduce((all, { payouts }) => all + payouts, 0)

const reasonsOf = (rows: readonly EndSum[]) =>
  [...Map.groupBy(rows, ({ reason }) => reason)].map(([status_reason, some]) => ({
    status_reason,
    count: payoutsIn(some),
  }))

/** Seconds; null where no time is known. */
function medianOf(rows: readonly EndSum[]): number | null {
  const known = rows.filter(({ band }) => band >= 0).toSorted((a, b) => a.band - b.band)
  let left = Math.ceil(payoutsIn(known) / 2)
  const middle = known.find(({ payouts }) => (left -= payouts) <= 0)
  return middle ? Math.round(1.1 ** middle.band - 1) : null
}

/**
 * What ended, by state, reason and band: whole days (UTC) by the sums and the deltas not yet added to them, the rest by the payouts
 * themselves. Indexes: payout_days_pkey, payout_deltas_pkey, payouts_newest.
 */
async function endSums(ctx: Ctx, stretch: Stretch): Promise<EndSum[]> {
  const { days, raw } = piecesOf(stretch, 'UTC', { days: true, hours: false })
  const values: unknown[] = [ctx.owner.merchantId, ctx.owner.environment]
  const value = (given: unknown) => `$${values.push(given)}`
  const part = (table: string, column: string, { from, to }: { from: unknown; to: unknown }) => `
    select currency, status, reason, band, payouts, amount_minor from ${table} where merchant_id = $1 and environment = $2
      and ${column} >= ${value(from)} and ${column} < ${value(to)}`
  const parts = [
    ...(days ? ['payout_days', 'payout_deltas'].map((table) => part(table, 'day', days)) : []),
    ...raw.map((piece) => part('payout_ends', 'created_at', piece)),
  ]
  ctx.tx.planForEach()
  const rows = await ctx.tx.query<Pick<EndSum, 'currency' | 'status' | 'reason' | 'band'> & Record<'n' | 'a', string>>(
    `select currency, status, reason, band, sum(payouts)::text as n, sum(amount_minor)::text as a from (${parts.join(' union all ')}) as parts
     group by currency, status, reason, band having sum(payouts) <> 0`,
    values,
  )
  return rows.map(({ n, a, ...row }) => ({ ...row, payouts: Number(n), amountMinor: BigInt(a) }))
}
