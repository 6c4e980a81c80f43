import { insertFrom } from '#server/db/engine/insert-from.ts'
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
  /** Of a refund, the payment that it gives back. */
  refunds?: string
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

/**
 * Payments as they are kept and booked at their capture, and refunds as they are when they have gone out: of a payment that is booked
 * with them, or of one that no longer counts.
 */
export async function bookAll(ctx: Ctx, all: readonly Booked[]): Promise<void> {
  const owner = [ctx.owner.merchantId, ctx.owner.environment]
  const rows = all.map(({ ref, merchantRef = `O${ref}`, providerRef = `P${ref}`, type = 'payment', fee = 0, tax = 0, currency = 'EUR', at = '2026-10-01T10:00:00Z', refunds, ...rest }) => ({
    ...rest, ref, merchantRef, providerRef, type, fee, tax, currency, at, refunds, of: type === 'payment' ? ref : (refunds ?? `of-${ref}`),
  }))
  await insertFrom(ctx.tx, {
      table: 'payments',
      columns: 'merchant_id, environment, order_ref, merchant_order_ref, channel_order_ref, payable_kind, payable_ref, amount_minor, currency, status, payment_method, channel_key, shopper_name, shopper_email, shopper_email_lower, shopper_phone, shopper_address, shopper_ip, device_info, description, source, fee_minor, fee_tax_minor, created_at, updated_at'.split(', '),
      select: `select $1::uuid, $2::text, of, "merchantRef", "providerRef", 'link', of, amount, currency, case type when 'payment' then 'Success' else 'Failed' end, 'CARD', 'SIMULATOR',
       '', '', '', '', '', '', '', '', 'payment_link', fee, tax, at, at
     from jsonb_to_recordset($3) r (of text, "merchantRef" text, "providerRef" text, type text, amount bigint, currency text, fee bigint, tax bigint, at timestamptz)`,
      values: [...owner, JSON.stringify(rows.filter(({ refunds }) => refunds === undefined))],
    })
  await insertFrom(ctx.tx, {
      table: 'refunds',
      columns: 'merchant_id, environment, refund_id, order_ref, status, amount_minor, currency, type, psp_refund_id, channel_key, reason, note, manual, from_suspense, created_by, created_at, updated_at'.split(', '),
      select: `select $1::uuid, $2::text, ref, of, 'SUCCESS', amount, currency, 'full', "providerRef", 'SIMULATOR', '', '', false, false, '', at, at
     from jsonb_to_recordset($3) r (ref text, of text, "providerRef" text, amount bigint, currency text, at timestamptz)`,
      values: [...owner, JSON.stringify(rows.filter(({ type }) => type === 'refund'))],
    })
  for (const { of, amount, refunds } of rows)
    if (refunds !== undefined)
      await ctx.tx.query('update payments set refunded_minor = refunded_minor + $4 where merchant_id = $1 and environment = $2 and order_ref = $3', [...owner, of, amount])
  for (const row of rows) postBooked(ctx.with({ now: new Date(row.at) }), row)
} // prettier-ignore

function postBooked(ctx: Ctx, { type, ref, amount, currency, fee, tax }: Required<Pick<Booked, 'type' | 'ref' | 'amount' | 'fee' | 'tax'>> & { currency: string }): void {
  const gross = BigInt(amount)
  const about = { objectType: type, objectRef: ref, currency: currency as Currency } as const
  if (type === 'payment')
    post(ctx, {
      ...about, kind: 'payment.captured', businessKey: `payment:${ref}:captured`,
      lines: [
        { account: accounts.pspReceivable('SIMULATOR'), amountMinor: gross },
        { account: accounts.merchantPending, amountMinor: BigInt(fee + tax) - gross },
        { account: accounts.feeIncome, amountMinor: -BigInt(fee) },
        { account: accounts.feeTaxPayable, amountMinor: -BigInt(tax) },
      ],
    })
  else {
    post(ctx, {
      ...about, kind: 'refund.asked', businessKey: `refund:${ref}:asked`,
      lines: [{ account: accounts.merchantPending, amountMinor: gross }, { account: accounts.refundClearing, amountMinor: -gross }],
    })
    post(ctx, {
      ...about, kind: 'refund.succeeded', businessKey: `refund:${ref}:succeeded`,
      lines: [{ account: accounts.refundClearing, amountMinor: gross }, { account: accounts.pspReceivable('SIMULATOR'), amountMinor: -gross }],
    })
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
