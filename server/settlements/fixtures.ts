import { readFileSync } from 'node:fs'
import type { OwnRecord } from '#server/recon-sources/own-records.ts'
import { post, accounts } from '#server/ledger/post.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Currency } from '#contract/kit/money.ts'
import { openWorkingOut, type WorkingOut } from '#server/recon-runs/work-out/fixtures.ts'
import { verifyLedger, type Finding } from '#server/ledger/verify.ts'
import { verifyRecon } from './verify.ts'

export { openWorkingOut, type WorkingOut }

/** What was captured or refunded here, in minor units. */
export interface Booked {
  ref: string
  merchantRef?: string
  providerRef?: string
  type?: OwnRecord['type']
  amount: number
  fee?: number
  tax?: number
  currency?: string
  at?: string
}
export interface FoundRow {
  settlement_id: string
  batch: string
  currency: string
  state: string
  version: number
  open: number
  lines: number
  payout: string | null
  proof: string | null
  computed: string
  fees: string
  passed_on: string
  tax: string
  adjustments: string
  gross: string
  refunds: string
  restated_at: Date | null
  bank_credit: string | null
  rates: Record<string, string>
}

/** Payments as they are kept and booked at their capture, and refunds as they are when they have gone out. */
export async function bookAll(ctx: Ctx, all: readonly Booked[]): Promise<void> {
  const owner = [ctx.owner.merchantId, ctx.owner.environment]
  for (const { ref, merchantRef = `O${ref}`, providerRef = `P${ref}`, type = 'payment', amount, fee = 0, tax = 0, currency = 'EUR', at = '2026-10-01T10:00:00Z' } of all) {
    const [paid, key] = [type === 'payment' ? amount : 0, type === 'payment' ? `payment:${ref}:captured` : `refund:${ref}:succeeded`]
    const of = type === 'payment' ? ref : `of-${ref}`
    const [day, charges] = [new Date(at), BigInt(fee + tax)]
    await ctx.tx.query(
      `insert into payments (merchant_id, environment, order_ref, merchant_order_ref, channel_order_ref, payable_kind, payable_ref, amount_minor, currency,
         status, payment_method, channel_key, shopper_name, shopper_email, shopper_email_lower, shopper_phone, shopper_address, shopper_ip, device_info,
         description, source, fee_minor, fee_tax_minor, created_at, updated_at)
       values ($1, $2, $3, $4, $5, 'link', $3, $6, $7, $8, 'CARD', 'SIMULATOR', '', '', '', '', '', '', '', '', 'payment_link', $9, $10, $11, $11)`,
      [...owner, of, merchantRef, providerRef, amount, currency, paid ? 'Success' : 'Failed', fee, tax, day],
    )
    const [own, gross] = [ctx.with({ now: day }), BigInt(amount)]
    if (type === 'payment')
      post(own, {
        kind: 'payment.captured', businessKey: key, objectType: 'payment', objectRef: ref, currency: currency as Currency,
        lines: [
          { account: accounts.pspReceivable('SIMULATOR'), amountMinor: gross },
          { account: accounts.merchantPending, amountMinor: charges - gross },
          { account: accounts.feeIncome, amountMinor: -BigInt(fee) },
          { account: accounts.feeTaxPayable, amountMinor: -BigInt(tax) },
        ],
      })
    else {
      await ctx.tx.query(
        `insert into refunds (merchant_id, environment, refund_id, order_ref, status, amount_minor, currency, type, psp_refund_id, channel_key, reason, note, manual, from_suspense, created_by, created_at, updated_at)
         values ($1, $2, $3, $4, 'SUCCESS', $5, $6, 'full', $8, 'SIMULATOR', '', '', false, false, '', $7, $7)`,
        [...owner, ref, of, amount, currency, day, providerRef],
      )
      post(own, {
        kind: 'refund.succeeded', businessKey: key, objectType: 'refund', objectRef: ref, currency: currency as Currency,
        lines: [
          { account: accounts.merchantPending, amountMinor: gross },
          { account: accounts.pspReceivable('SIMULATOR'), amountMinor: -gross },
        ],
      })
    }
  }
} // prettier-ignore

/** A channel whose payments are booked here, which is a source without being set up, and the settlements of its provider. */
export async function openSettling(app: WorkingOut) {
  const pair = await app.pairOf({ categories: ['MERCHANT', 'PSP'] })
  const { owner, transaction } = pair
  await pair.sql(`delete from recon_sources where merchant_id = $1 and data_source = 'SIDE_A'`)
  await pair.sql(`update recon_pairs set source_a = 'SIMULATOR_TXN' where merchant_id = $1`)
  return {
    ...pair,
    book: (all: readonly Booked[]) => transaction((ctx) => bookAll(ctx, all)),
    settlements: () => pair.sql<FoundRow>(`select s.*, trim_scale(payout)::text as payout, trim_scale(proof)::text as proof, trim_scale(computed)::text as computed,
      trim_scale(fees)::text as fees, trim_scale(passed_on)::text as passed_on, trim_scale(tax)::text as tax, trim_scale(adjustments)::text as adjustments,
      trim_scale(gross)::text as gross, trim_scale(refunds)::text as refunds from settlements s where merchant_id = $1 order by batch, currency`),
    /** Balances of the accounts that settlements touch, in minor units. */
    async books(): Promise<Record<string, number>> {
      const rows = await pair.sql<{ account: string; total: string }>(`select account || case currency when 'EUR' then '' else ' ' || currency end as account,
        sum(amount_minor)::text as total from ledger_entries where merchant_id = $1 group by account, currency having sum(amount_minor) <> 0 order by 1`)
      return Object.fromEntries(rows.map(({ account, total }) => [account, Number(total)]))
    },
    findings: async (): Promise<Finding[]> => verifyRecon(app.testApp.owner, owner),
    ledgerFindings: async (): Promise<Finding[]> => verifyLedger(app.testApp.owner, owner),
    left: () => pair.sql<{ kind: string; amount_minor: string; ended_by: string }>(`select kind, amount_minor::text as amount_minor, ended_by from settlement_differences where merchant_id = $1 order by closing, place`),
  }
} // prettier-ignore

/** Rows of a merchant's list, as cells by title. */
export function rowsOf(file: string): Record<string, string>[] {
  const [titles = '', ...rows] = readFileSync(file, 'utf8').trimEnd().split('\n')
  return rows.map((row) => Object.fromEntries(titles.split(',').map((title, at) => [title, row.split(',')[at] ?? ''])))
}
