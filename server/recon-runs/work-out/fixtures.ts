import { randomUUID } from 'node:crypto'
import type { OutcomeStatus, ReconLeg } from '#contract/recon-outcomes.ts'
import type { ReconRule } from '#contract/recon-rule-shapes.ts'
import { beginLoading, loadOfPast } from '#server/demo/recon-loading.ts'
import { openDatabase } from '#server/kit/db/db.ts'
import { timeouts } from '#server/kit/timeouts.ts'
import { ownTransaction, type InTransaction } from '#server/kit/db/own-transaction.ts'
import type { Reading } from '#server/recon-files/layout.ts'
import { layoutOf } from '#server/recon-files/layouts.ts'
import { openTestApp } from '#test/test-app.ts'
import { checkPage } from '#server/fees/check-records.ts'
import { ofMerchant, ofProvider } from './sheet-fixtures.ts'
import { workOut } from './work-out.ts'

export interface Outcome {
  side: 'a' | 'b'
  key: string
  type: string
  status: OutcomeStatus
  mismatches: string[]
  provider_ref: string
  merchant_ref: string
  gross: string | null
  currency: string
  sku_id: string
  rule_key: string
  group_id: string
  amount_off: string
  fee_off: string
  tax_off: string
  days_off: number
  tolerated: string
  is_lead: boolean
  is_open: boolean
  suggested: string | null
  suggested_strength: string
  evidence: { nearest?: { why: string }; conversion?: object } & Record<string, unknown>
  due_on: string | null
  from_run: number
  recon_id: string | null
  row_no: number | null
}

export type WorkingOut = Awaited<ReturnType<typeof openWorkingOut>>

/** Pairs of sources whose records come by files, and runs of them without a worker. */
export async function openWorkingOut() {
  const testApp = await openTestApp()
  const { database, services } = testApp.serveParts
  const loads = openDatabase(testApp.parts.databaseUrl, { most: 1, statementMs: timeouts.loadStatementMs })
  const now = () => testApp.clock.now ?? new Date()
  const sql = <R extends object>(text: string, values: unknown[]) => testApp.owner.transaction(null, (tx) => tx.query<R>(text, values))

  /** A merchant with one pair of sources. */
  async function pairOf({ leg = 'settlement' as ReconLeg, categories = ['MERCHANT', 'PSP'], isSku = false } = {}) {
    const merchant = await testApp.addMerchant()
    const { merchantId } = merchant
    const owner = { merchantId, environment: 'sandbox' as const }
    const transaction: InTransaction = (work) => ownTransaction({ database, services, now }, owner, { requestId: 'test' }, work)
    await sql(`delete from fee_plans where merchant_id = $1`, [merchantId])
    const sources = ['SIDE_A', 'SIDE_B'] as const
    for (const [at, source] of sources.entries())
      await sql(`insert into recon_sources values ($1, 'sandbox', $2, $3, 'SIMULATOR', '', ${isSku}, now(), '')`, [merchantId, source, categories[at]])
    await sql(`insert into recon_pairs (merchant_id, environment, msm_id, leg, source_a, source_b, created_at) values ($1, 'sandbox', 1, $2, $3, $4, now())`, [merchantId, leg, ...sources])
    let runNo = 0
    const outcomes = () =>
      sql<Outcome>(
        `select o.*, trim_scale(gross)::text as gross, trim_scale(amount_off)::text as amount_off, trim_scale(fee_off)::text as fee_off,
           trim_scale(tax_off)::text as tax_off, trim_scale(tolerated)::text as tolerated, due_on::text as due_on
         from recon_outcomes o where merchant_id = $1 and until_run = 2147483647 order by side, key`,
        [merchantId],
      )
    return {
      merchant,
      owner,
      transaction,
      outcomes,
      sql: <R extends object>(text: string, ...values: unknown[]) => sql<R>(text, [merchantId, ...values]),
      /** Loads a file of one side by a layout, or by a reading of one's own. */
      async load(side: 'a' | 'b', bytes: Buffer | string, { layout = '', reading = undefined as Reading | undefined, name = `${randomUUID()}.csv` } = {}) {
        const how = reading ?? layoutOf(layout)?.reading ?? (side === 'a' && leg === 'settlement' ? ofMerchant : ofProvider)
        const found = { dataSource: side === 'a' ? 'SIDE_A' : 'SIDE_B', channelKey: 'SIMULATOR', fileType: side === 'a' && leg === 'settlement' ? 'transaction' : 'recon', layout, mappingId: '', isStrict: true, reading: how } as const
        const file = await transaction(async (ctx) => {
          await beginLoading(ctx)
          return loadOfPast(ctx, { name, bytes: Buffer.from(bytes), way: 'upload' }, found)
        })
        if (file.status !== 'Success' || file.rejected > 0) throw new Error(`${file.status}: ${file.reason}, ${file.rejected} rejected`)
        return file
      },
      /** What was charged is held against the plans, as a worker does after a file. */
      check: (reconId: string) => transaction((ctx) => checkPage(ctx, { reconId, from: { reading: -1, rowNo: -1 }, which: 'all' })),
      /** A plan of payments in one currency. */
      plan: ({ currency = 'EUR', percent = '2', flatMinor = 30, days = 5 } = {}) =>
        sql(
          `insert into fee_plans (merchant_id, environment, channel_key, currency, percent_fee, minimum_fee_minor, flat_fee_minor, tax_percent, settlement_days, rounding)
           values ($1, 'sandbox', 'SIMULATOR', $2, $3, 0, $4, 0, $5, 'half_up')`,
          [merchantId, currency, percent, flatMinor, days],
        ),
      /** Works the pair out anew. */
      async run({ asOf = '2030-01-01', tolerance = '0', rules = undefined as readonly ReconRule[] | undefined, signal = new AbortController().signal } = {}) {
        runNo += 1
        if (rules) await sql(`insert into recon_rule_versions values ($1, 'sandbox', 1, $2, $3, '', now())`, [merchantId, runNo, JSON.stringify(rules)])
        await sql(
          `insert into recon_runs (merchant_id, environment, msm_id, run_no, run_id, status, causes, as_of, rules_version, tolerance, asked_by, asked_at, begun_at)
           values ($1, 'sandbox', 1, $2, gen_random_uuid(), 'running', '[]', $3, $4, $5, '', now(), now())`,
          [merchantId, runNo, asOf, rules ? runNo : 0, tolerance],
        )
        await sql(`update recon_pairs set last_run = $2 where merchant_id = $1`, [merchantId, runNo])
        try {
          await workOut({ transaction, loads, services, now, owner, signal }, { msmId: 1, runNo })
        } catch (error) {
          await sql(`update recon_runs set status = 'failed' where merchant_id = $1 and status = 'running'`, [merchantId])
          throw error
        }
        const [run] = await sql<{ digest: string; changed: number; totals: Record<string, unknown>[]; status: string }>(
          `select digest, changed, totals, status from recon_runs where merchant_id = $1 and run_no = $2`,
          [merchantId, runNo],
        )
        if (!run) throw new Error('no run')
        return { ...run, outcomes: await outcomes() }
      },
    }
  }
  return { testApp, pairOf, close: async () => { await loads.close(); await testApp.close() } }
} // prettier-ignore

/** Counts by side and status: `a matched 226`. */
export function counted(outcomes: readonly Outcome[]): string[] {
  const counts = new Map<string, number>()
  for (const { side, status } of outcomes) counts.set(`${side} ${status}`, (counts.get(`${side} ${status}`) ?? 0) + 1)
  return [...counts].map(([what, count]) => `${what} ${count}`).toSorted()
}
