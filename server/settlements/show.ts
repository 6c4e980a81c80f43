import { exponentOf } from '#contract/iso-currencies.ts'
import type { Output } from '#contract/kit/call.ts'
import type { SettlementLine } from '#contract/settlement-shapes.ts'
import type { readSettlement } from '#contract/settlements.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Selectable } from 'kysely'
import { exactOfMinor, exactText } from '#server/recon-files/read/exact.ts'
import { shortest } from '#server/recon-files/show.ts'
import { isLoneApprover } from './lone-approver.ts'
import type { FoundSettlement } from './queries.ts'
import { holds, settledIn } from './sums.ts'

/** What lists show of a settlement. */
export const shownRow = (row: FoundSettlement) => ({
  settlement_id: row.settlement_id,
  msm_id: row.msm_id,
  data_source: row.data_source,
  payment_channel_key: row.channel_key,
  batch: row.batch,
  account: row.account,
  currency: row.currency,
  state: row.state,
  version: row.version,
  first_on: row.first_on,
  last_on: row.last_on,
  lines: row.lines,
  open: row.open,
  gross: shortest(row.gross),
  refunds: shortest(row.refunds),
  chargebacks: shortest(row.chargebacks),
  fees: shortest(row.fees),
  tax: shortest(row.tax),
  passed_on: shortest(row.passed_on),
  adjustments: shortest(row.adjustments),
  computed: shortest(row.computed),
  payout: row.payout === null ? null : shortest(row.payout),
  proof: row.proof === null ? null : shortest(row.proof),
  bank_credit: row.bank_credit === null ? null : shortest(row.bank_credit),
  bank_on: row.bank_on,
  closed_by: row.closed_by,
  closed_at: row.closed_at,
  restated_at: row.restated_at,
  created_at: row.created_at,
})

/** All that is known of a settlement, with what its closings posted. */
export async function shownSettlement(ctx: Ctx, row: FoundSettlement): Promise<Output<typeof readSettlement>> {
  const { is_booked, closings, rates } = row
  return {
    ...shownRow(row),
    is_booked,
    closings,
    rates,
    postings: await postingsOf(ctx, row),
    differences: await differencesOf(ctx, row),
    run: await runOf(ctx, row),
    files: await filesOf(ctx, row),
    is_lone: await isLoneApprover(ctx),
  }
}

const runOf = async (ctx: Ctx, { msm_id }: FoundSettlement) =>
  (await ctx.own
    .select('recon_runs')
    .select(['run_id', 'run_no'])
    .where('msm_id', '=', msm_id)
    .where('run_no', '=', (of) =>
      of
        .selectFrom('recon_pairs')
        .select('answer_run')
        .where('merchant_id', '=', ctx.owner.merchantId)
        .where('environment', '=', ctx.owner.environment)
        .where('msm_id', '=', msm_id),
    )
    .executeTakeFirst()) ?? null

/** Index: recon_outcomes_of_batch. */
const filesOf = (ctx: Ctx, { msm_id, data_source, batch, account, currency }: FoundSettlement) =>
  ctx.tx.query<{ recon_id: string; file_name: string }>(
    `select f.recon_id, f.original_file_name as file_name
     from (select distinct o.recon_id from recon_outcomes o where o.merchant_id = $1 and o.environment = $2 and o.msm_id = $3 and o.side = 'b'
         and o.${holds} and o.data_source = $4 and o.batch = $5 and o.batch <> '' and o.account_id = $6 and ${settledIn('o')} = $7) l
       join recon_files f on f.merchant_id = $1 and f.environment = $2 and f.recon_id = l.recon_id
     order by f.created_at, f.recon_id limit 50`,
    [ctx.owner.merchantId, ctx.owner.environment, msm_id, data_source, batch, account, currency],
  )

const amountOf = (minor: bigint, currency: string): string =>
  exactText(exactOfMinor(minor, exponentOf(currency) ?? 2), exponentOf(currency) ?? 2)

/** Index: ledger_transfers_of_settlement. */
async function postingsOf(ctx: Ctx, { settlement_id }: FoundSettlement) {
  const rows = await ctx.tx.query<{
    business_key: string
    kind: string
    at: Date
    account: string
    currency: string
    minor: bigint
  }>(
    `select t.business_key, t.kind, t.at, e.account, e.currency, e.amount_minor as minor
     from ledger_transfers t join ledger_entries e on e.merchant_id = $1 and e.environment = $2 and e.transfer_id = t.transfer_id
     where t.merchant_id = $1 and t.environment = $2 and t.object_type = 'settlement' and t.object_ref = $3
     order by t.at, t.business_key, e.line`,
    [ctx.owner.merchantId, ctx.owner.environment, settlement_id],
  )
  return rows.map(({ minor, ...row }) => ({ ...row, amount: amountOf(minor, row.currency) }))
}

async function differencesOf(ctx: Ctx, { settlement_id, closings }: FoundSettlement) {
  const rows = await ctx.own
    .select('settlement_differences')
    .select(['kind', 'key', 'currency', 'amount_minor', 'ended_by'])
    .where('settlement_id', '=', settlement_id)
    .where('closing', '=', closings)
    .orderBy('place')
    .limit(differencesShown)
    .execute()
  return rows.map(({ amount_minor, ...row }) => ({ ...row, amount: amountOf(amount_minor, row.currency) }))
}
/** Of more differences than these, the records themselves tell. */
const differencesShown = 1_000

export const shownLine = (row: Selectable<Tables['recon_outcomes']>): SettlementLine => ({
  record_ref: `${row.msm_id}.${row.side}.${row.key}`,
  key: row.key,
  record_type: row.type,
  status: row.status,
  booked_on: row.booked_on,
  provider_ref: row.provider_ref,
  merchant_ref: row.merchant_ref,
  gross: row.gross === null ? null : shortest(row.gross),
  currency: row.currency,
  fee: shortest(row.fee),
  tax: shortest(row.tax),
  passed_on: shortest(row.passed_on),
  net: row.net === null ? null : shortest(row.net),
  is_open: row.is_open,
})
