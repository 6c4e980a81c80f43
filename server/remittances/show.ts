import { rateOf, rateText } from '#contract/exchange-rates.ts'
import { converted } from '#contract/exchange-rates.ts'
import { decimalText, type Currency } from '#contract/kit/money.ts'
import type { Output } from '#contract/kit/call.ts'
import { Fault } from '#contract/faults.ts'
import type { RemittanceHold } from '#contract/remittance-states.ts'
import type { readRemittance, listRemittances } from '#contract/remittances.ts'
import { readTimeline } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { channelNames } from './channel-names.ts'
import { estimated } from './estimate.ts'
import { shownAttempts } from './further-attempts.ts'
import { findRemittance, type RemittanceRow } from './rows.ts'
import { shownTerms, termsOfVersion } from './terms.ts'

type Row = Output<typeof listRemittances>['content'][number]

/** A settlement as lists show it; an open one as it would be if its period ended now. */
export const shownRow = async (ctx: Ctx, row: RemittanceRow): Promise<Row> =>
  rowAsItIs(row.status === 'Open' ? await estimated(ctx, row) : row)

function rowAsItIs(row: RemittanceRow): Row {
  const destination = row.destination_currency as Currency
  const cutRate = row.cut_forex_rate === null ? null : rateOf(String(row.cut_forex_rate))
  const estimate =
    row.applied_forex_rate === null && cutRate !== null
      ? converted(row.net_bc, cutRate, row.base_currency as Currency, destination)
      : null
  return {
    settlement_ref: row.settlement_ref,
    status: row.status,
    created_at: row.created_at,
    source_currency: row.source_currency as Currency,
    base_currency: row.base_currency as Currency,
    destination_currency: destination,
    period_from: row.period_from,
    period_to: row.period_to,
    txn_count: row.txn_count,
    refund_count: row.refund_count,
    total_txn_amount_sc: row.total_txn_amount_sc,
    txn_fee_sc: row.txn_fee_sc,
    withholding_tax_sc: row.withholding_tax_sc,
    refund_amount_sc: row.refund_amount_sc,
    net_sc: row.net_sc,
    source_forex_rate: shortest(row.source_forex_rate),
    net_source_bc: row.net_source_bc,
    rounding_bc: row.rounding_bc,
    reserve_credit_bc: row.reserve_credit_bc,
    reserve_debit_bc: row.reserve_debit_bc,
    transfer_fee_bc: row.transfer_fee_bc,
    net_bc: row.net_bc,
    reference_forex_rate: shortest(row.reference_forex_rate),
    applied_forex_rate: shortest(row.applied_forex_rate),
    net_amount_transferred_dc: row.net_amount_transferred_dc,
    estimate_dc: estimate,
    forex_cost_dc: row.forex_cost_dc,
    expected_on: row.expected_on,
    remitted_at: row.remitted_at,
    hold_reason: row.holds as RemittanceHold[],
    uncut: row.uncut,
  }
}

/** All that is known of a settlement. Throws `notFound`. */
export async function shownRemittance(ctx: Ctx, settlementRef: string): Promise<Output<typeof readRemittance>> {
  const kept = await findRemittance(ctx, settlementRef)
  if (!kept) throw new Fault('notFound')
  const postings = await postingsOf(ctx, settlementRef)
  const row = kept.status === 'Open' ? await estimated(ctx, kept) : kept
  const names = await channelNames(ctx)
  const sourceOf = (key: string) => names.get(key) ?? key
  return {
    ...rowAsItIs(row),
    total_txn_amount_bc: row.total_txn_amount_bc,
    txn_fee_bc: row.txn_fee_bc,
    wht_bc: row.wht_bc,
    refund_amount_bc: row.refund_amount_bc,
    source_rate_of: sourceOf(row.source_rate_of),
    source_rate_at: row.source_rate_at,
    forex_rate_of: sourceOf(row.forex_rate_of),
    forex_rate_at: row.forex_rate_at,
    further_attempts: shownAttempts(row),
    proof: proofOf(kept, postings),
    terms: shownTerms(await termsOfVersion(ctx, row.terms_version)),
    postings: postings.map(({ amount_minor, ...posting }) => ({
      ...posting,
      amount: decimalText(amount_minor, posting.currency as Currency),
    })),
    history: await readTimeline(ctx, 'remittance', settlementRef),
  }
}

interface Posting {
  business_key: string
  kind: string
  at: Date
  account: string
  currency: string
  amount_minor: bigint
  rate: string | null
}
/** Index: primary key of the entries, and the transfers' business keys. */
const postingsOf = (ctx: Ctx, settlementRef: string): Promise<Posting[]> =>
  ctx.tx.query<Posting>(
    `select t.business_key, t.kind, t.at, e.account, e.currency, e.amount_minor, trim_scale(t.rate)::text as rate
     from ledger_transfers t join ledger_entries e on e.merchant_id = $1 and e.environment = $2 and e.transfer_id = t.transfer_id
     where t.merchant_id = $1 and t.environment = $2 and t.business_key like $3 and t.object_type = 'remittance' order by t.at, t.transfer_id, e.line`,
    [ctx.owner.merchantId, ctx.owner.environment, `remittance:${settlementRef}:%`],
  )

/** What is left of the row's own figures, and of the postings of its cut: zero, or something is wrong. */
function proofOf(row: RemittanceRow, postings: readonly Posting[]): Output<typeof readRemittance>['proof'] {
  const [source, base] = [row.source_currency as Currency, row.base_currency as Currency]
  const cut = postings.filter(({ kind }) => kind === 'remittance.cut')
  const of = (accounts: readonly string[], currency: string) =>
    cut
      .filter((one) => accounts.includes(one.account) && one.currency === currency)
      .reduce((sum, one) => sum + one.amount_minor, 0n)
  const taken = row.total_txn_amount_sc - row.txn_fee_sc - row.withholding_tax_sc - row.refund_amount_sc
  const left = row.total_txn_amount_bc - row.txn_fee_bc - row.wht_bc - row.refund_amount_bc + row.rounding_bc - row.reserve_credit_bc +
    row.reserve_debit_bc - row.transfer_fee_bc // prettier-ignore
  return {
    figures_sc: decimalText(taken - row.net_sc, source),
    figures_bc: decimalText(left - row.net_bc, base),
    postings_sc: decimalText(
      of(['merchant_payable', 'remit_adjustments', 'merchant_pending', 'wht_payable'], source) - row.net_sc,
      source,
    ),
    postings_bc: decimalText(-of(['remit_clearing'], base) - row.net_bc, base),
  }
}

const shortest = (rate: string | number | null): string | null => {
  const found = rate === null ? null : rateOf(String(rate))
  return found === null ? null : rateText(found)
}
