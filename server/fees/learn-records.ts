import type { learnFeePlans } from '#contract/fee-learning.ts'
import type { FeeType } from '#contract/fee-shapes.ts'
import { exponentOf } from '#contract/iso-currencies.ts'
import type { Input, Output } from '#contract/kit/call.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { exactOf, exactText, percentOf } from '#server/recon-files/read/exact.ts'
import { expectChannel } from './channel.ts'
import { factorText } from './expected.ts'
import { learnTerms } from './learn.ts'

/** Of more records the newest are enough. */
const recordsMost = 20_000
const restMost = 20

/**
 * What is learned of a channel's settled records, by type, method and currency. Records that were exchanged teach nothing: the rate's
 * rounding is in their fee.
 */
export async function learnOfRecords(ctx: Ctx, body: Input<typeof learnFeePlans>['body']): Promise<Output<typeof learnFeePlans>> {
  await expectChannel(ctx, body.payment_channel_key)
  const { merchantId, environment } = ctx.owner
  const rows = await ctx.tx.query<Row>(records, [
    merchantId, environment, body.payment_channel_key, body.from ?? null, body.to ?? null, recordsMost,
  ])
  const groups = Map.groupBy(rows, ({ txn_type, payment_method, currency }) => [txn_type, payment_method, currency].join('\0'))
  return [...groups.values()].map(learned).toSorted((one, other) => other.rows - one.rows)
} // prettier-ignore

interface Row {
  txn_type: FeeType
  payment_method: string
  currency: string
  reference: string
  at: Date
  gross: string
  fee: string
}

function learned(rows: readonly Row[]): Output<typeof learnFeePlans>[number] {
  const { txn_type, payment_method, currency } = rows[0] as Row
  const fees = rows.map(({ gross, fee }) => ({ gross: exactOf(gross) ?? 0n, fee: exactOf(fee) ?? 0n }))
  const { found, percent, flat, rest } = learnTerms(fees, currency)
  const isKnown = found === 'all' || found === 'most'
  return {
    txn_type,
    payment_method,
    currency,
    rows: rows.length,
    amounts: new Set(fees.map(({ gross }) => gross)).size,
    found,
    percent_fee: factorText(percent),
    flat_fee: exactText(flat),
    agreeing: rows.length - rest.length,
    rest: rest.slice(0, isKnown ? restMost : 0).map((place) => {
      const { reference, at } = rows[place] as Row
      const { gross, fee } = fees[place] as { gross: bigint; fee: bigint }
      const expected = percentOf(gross, percent, exponentOf(currency) ?? 2) + flat
      return { reference, at, gross: exactText(gross), fee: exactText(fee), expected_fee: exactText(expected) }
    }),
  }
}

/** The newest records of files that state fees, in the order of these files. Indexes: recon_files_of_channel, primary key. */
const records = `select r.type as txn_type, r.method as payment_method, r.net_currency as currency, r.provider_ref as reference,
    coalesce(r.at, r.booked_on::timestamptz, f.created_at) as at, abs(r.gross)::text as gross, r.fee::text
  from recon_files f
    join recon_records r on r.merchant_id = $1 and r.environment = $2 and r.recon_id = f.recon_id and r.reading = f.reading
  where f.merchant_id = $1 and f.environment = $2 and f.channel_key = $3 and f.status = 'Success' and f.withdrawn_at is null
    and f.file_type = 'recon' and (f.how -> 'charges' is not null or f.how -> 'columns' -> 'fee' is not null)
    and r.standing = 'current' and r.type in ('payment', 'refund', 'chargeback') and r.gross <> 0 and r.currency = r.net_currency
    and ($4::timestamptz is null or r.at >= $4) and ($5::timestamptz is null or r.at < $5)
  order by f.created_at desc, r.row_no limit $6`
