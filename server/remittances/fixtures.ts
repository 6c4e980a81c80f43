import { insertFrom } from '#server/db/engine/insert-from.ts'
import { rateOf } from '#contract/exchange-rates.ts'
import { currencies, type Currency } from '#contract/kit/money.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { runJob, type Job } from '#server/kit/jobs/jobs.ts'
import { accounts, post } from '#server/ledger/post.ts'
import { verifyLedger } from '#server/ledger/verify.ts'
import type { SettledLine } from '#server/providers/remittances.ts'
import { applyRefundOutcome } from '#server/refunds/apply-outcome.ts'
import { startRefund } from '#server/refunds/start.ts'
import type { DemoMerchant } from '#server/merchants/seed.ts'
import { createAccount } from '#server/remittance-accounts/create.ts'
import { openTestApp, type TestApp, type TestMerchant } from '#test/test-app.ts'
import { cut, openPeriod } from './cut.ts'
import { lockRemittance, type RemittanceRow } from './rows.ts'
import { applySettledWord } from './settled.ts'
import { findTerms, type TermsRow } from './terms.ts'
import { verifyRemittances } from './verify.ts'

export interface Sale {
  ref: string
  amountMinor: bigint
  feeMinor?: bigint
  taxMinor?: bigint
  currency?: Currency
  country?: string
  at: Date
}
type Terms = Partial<Omit<TermsRow, 'merchant_id' | 'environment' | 'version' | 'created_at'>>

/** A merchant in Korea who sells abroad, with whose sales tests do what providers and people do. */
export async function openRemitting(changes: Partial<DemoMerchant> = {}, app?: TestApp) {
  const testApp = app ?? (await openTestApp())
  const merchant: TestMerchant = await testApp.addMerchant({
    country: 'KR',
    currency: 'KRW',
    timeZone: 'Asia/Seoul',
    crossBorder: true,
    ...changes,
  })
  const owner = { merchantId: merchant.merchantId, environment: 'sandbox' } as const
  const at = <T>(moment: Date, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
    ownTransaction({ ...testApp.serveParts, now: () => moment }, owner, { requestId: 'test' }, work)
  const sql = <R extends object>(text: string, values: readonly unknown[] = []) =>
    testApp.owner.transaction(null, (tx) => tx.query<R>(text, [merchant.merchantId, ...values]))
  let words = 0
  return {
    testApp,
    merchant,
    owner,
    at,
    sql,

    /** Agrees on terms; what is not named is plain: daily, no markup, no fee, no reserve. */
    agree: (moment: Date, terms: Terms = {}) =>
      at(moment, async (ctx) => {
        const before = await findTerms(ctx)
        const row = {
          version: (before?.version ?? 0) + 1, destination_currency: 'KRW', channel_key: 'SIMULATOR', every: 'day', weekday: 1, month_day: 0,
          markup_percent: '0', tolerance_percent: '1', transfer_fee_minor: 0n, minimum_minor: 0n, withholding: '{}', reserve_kind: 'none',
          reserve_percent: '0', reserve_days: 0, reserve_target_minor: 0n, reserve_until: null, made_by: 'Operator', created_at: ctx.now,
          ...terms,
        } as const // prettier-ignore
        await ctx.own
          .insert('remittance_terms', {
            ...row,
            withholding: typeof row.withholding === 'string' ? row.withholding : JSON.stringify(row.withholding),
          })
          .execute()
      }),

    /** Payments as they are once they are captured. */
    sell: (sales: readonly Sale[]) =>
      at(sales[0]?.at ?? new Date(0), async (ctx) => {
        const rows = sales.map(({ amountMinor, feeMinor = 0n, taxMinor = 0n, currency = 'USD', country = 'US', at: moment, ref }) => ({
          ref, amount: String(amountMinor), fee: String(feeMinor), tax: String(taxMinor), currency, country, at: moment,
        })) // prettier-ignore
        await insertFrom(ctx.tx, {
          table: 'payments',
          columns:
            'merchant_id, environment, order_ref, merchant_order_ref, channel_order_ref, payable_kind, payable_ref, amount_minor, currency, status, payment_method, channel_key, shopper_name, shopper_email, shopper_email_lower, shopper_phone, shopper_address, shopper_ip, device_info, description, source, fee_minor, fee_tax_minor, country, created_at, updated_at, remit_status'.split(
              ', ',
            ),
          select: `select $1::uuid, $2::text, ref, 'O' || ref, 'P' || ref, 'link', ref, amount, currency, 'Success', 'CARD', 'SIMULATOR', '', '', '', '', '', '', '', '',
             'payment_link', fee, tax, country, at, at, 'UNSETTLED'
           from jsonb_to_recordset($3) r (ref text, amount bigint, currency text, fee bigint, tax bigint, country text, at timestamptz)`,
          values: [owner.merchantId, owner.environment, JSON.stringify(rows)],
        })
        for (const { ref, amountMinor, feeMinor = 0n, taxMinor = 0n, currency = 'USD' } of sales)
          post(ctx, {
            kind: 'payment.captured', businessKey: `payment:${ref}:captured`, objectType: 'payment', objectRef: ref, currency,
            lines: [
              { account: accounts.pspReceivable('SIMULATOR'), amountMinor },
              { account: accounts.merchantPending, amountMinor: feeMinor + taxMinor - amountMinor },
              { account: accounts.feeIncome, amountMinor: -feeMinor },
              { account: accounts.feeTaxPayable, amountMinor: -taxMinor },
            ],
          }) // prettier-ignore
      }),

    refund: (moment: Date, orderRef: string, amountMinor: bigint) =>
      at(moment, (ctx) =>
        startRefund(ctx, { orderRef, type: 'partial', amount: amountMinor, reason: 'asked', note: '' }),
      ),
    endRefund: (moment: Date, refundId: string, end: 'captured' | 'declined') =>
      at(moment, (ctx) =>
        applyRefundOutcome(
          ctx,
          refundId,
          end === 'captured'
            ? { kind: 'captured', providerRef: '' }
            : { kind: 'declined', providerRef: '', reason: 'BANK_REFUSED_TRANSACTION', providerText: '' },
        ),
      ),

    /** A provider's word about sales, of each its whole amount less `kept`. Returns what was not expected. */
    settle: (
      moment: Date,
      currency: Currency,
      lines: readonly (Partial<SettledLine> & { ref: string; grossMinor: bigint })[],
      providerRef = `W${++words}`,
    ) =>
      at(moment, async (ctx) => {
        const findings = await applySettledWord(ctx, {
          channelKey: 'SIMULATOR', providerRef, currency, settledOn: moment.toISOString().slice(0, 10),
          lines: lines.map(({ kind = 'payment', netMinor, ...line }) => ({ kind, netMinor: netMinor ?? (kind === 'payment' ? line.grossMinor : -line.grossMinor), ...line })),
        }) // prettier-ignore
        return findings
      }),

    open: (moment: Date, source: Currency, from: string) =>
      at(moment, async (ctx) => {
        const terms = await findTerms(ctx)
        if (terms) await openPeriod(ctx, { source, from, terms })
      }),

    /** Cuts the open period of a currency at the rates that are named, as the job does. */
    cut: (moment: Date, source: Currency, rates: { source: string; destination?: string }, by: typeof cut = cut) =>
      at(moment, async (ctx) => {
        const [row] = await ctx.tx.query<{ settlement_ref: string }>(
          `select settlement_ref from remittances where merchant_id = $1 and environment = $2 and source_currency = $3 and status = 'Open'`,
          [owner.merchantId, owner.environment, source],
        )
        const open = row && (await lockRemittance(ctx, row.settlement_ref))
        const terms = await findTerms(ctx)
        if (!open || !terms) throw new Error(`nothing is open in ${source}`)
        const known = (text: string) => {
          const rate = rateOf(text)
          if (rate === null) throw new Error(`${text} is no rate`)
          return rate
        }
        const outcome = await by(ctx, open, terms, {
          source: { rate: known(rates.source), quoteRef: '', of: 'test', at: moment, expiresAt: null },
          destination: known(rates.destination ?? '1'),
        })
        return { outcome, ref: open.settlement_ref }
      }),

    /** Adds an account at a Korean bank, which the settlements are sent to. */
    account: (moment: Date) =>
      at(moment, (ctx) =>
        createAccount(
          ctx,
          {
            country: 'KR', currency: 'KRW', account_type: 'current', first_name: '민지', last_name: '김', bank_id: '088', account_number: '110234567890',
            remittance_purpose: 'GDDS', remittance_source: 'sales',
          },
          { about: '', check: 'NOT_POSSIBLE', nameAtBank: '' },
        ),
      ), // prettier-ignore
    /** Has nothing sent to the account before a moment. */
    wait: (until: Date) => sql(`update remittance_accounts set waits_until = $2 where merchant_id = $1`, [until]),

    /** Runs a job once at a moment. */
    run: (moment: Date, declared: Job, data: object) =>
      runJob(
        declared,
        { ...owner, ...data },
        { ...testApp.serveParts, now: () => moment },
        new AbortController().signal,
      ),

    rows: () =>
      sql<RemittanceRow>(
        `select *, source_forex_rate::text as source_forex_rate, period_from::text as period_from, cut_on::text as cut_on from remittances
         where merchant_id = $1 order by remittances.period_from, created_at`,
      ),
    /** The balances of the ledger that are not zero, in minor units. */
    async books(): Promise<Record<string, bigint>> {
      const rows = await sql<{ account: string; total: bigint }>(
        `select account || ' ' || currency as account, sum(amount_minor)::bigint as total from ledger_entries where merchant_id = $1 group by account, currency
         having sum(amount_minor) <> 0 order by 1`,
      )
      return Object.fromEntries(rows.map(({ account, total }) => [account, BigInt(total)]))
    },
    findings: async () => [
      ...(await verifyLedger(testApp.owner, owner)),
      ...(await verifyRemittances(testApp.owner, owner)),
    ],
    decimals: (currency: Currency) => currencies[currency],
    close: () => testApp.close(),
  }
}
export type Remitting = Awaited<ReturnType<typeof openRemitting>>
