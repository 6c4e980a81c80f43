import { insertFrom } from '#server/db/engine/insert-from.ts'
import { createHash } from 'node:crypto'
import type { Mismatch, OutcomeStatus, ReconLeg, ReconSide } from '#contract/recon-outcomes.ts'
import type { RecordType } from '#contract/recon-records.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
import { addToSums } from './sums.ts'

/** What is said of a record in a test; the rest of it is a payment of 10.00 SGD that matches. */
export interface Told {
  key: string
  side: ReconSide
  status?: OutcomeStatus
  type?: RecordType
  day?: string
  booked_on?: string | null
  gross?: string
  currency?: string
  net_currency?: string
  fee?: string
  expected_fee?: string | null
  mismatches?: Mismatch[]
  /** Records of one name are one match. */
  group?: string
  is_lead?: boolean
  amount_off?: string
  tolerated?: string
  merchant_ref?: string
  provider_ref?: string
  brand_id?: string
  country?: string
  sku_id?: string
  suggested?: string | null
  evidence?: object
}
export const uuidOf = (text: string): string => {
  const hex = createHash('md5').update(text).digest('hex')
  return [8, 12, 16, 20, 32].map((to, at) => hex.slice([0, 8, 12, 16, 20][at], to)).join('-')
}

interface Kept {
  msmId?: number
  leg?: ReconLeg
  sources?: readonly [string, string]
}

/** Has a pair, made where there is none yet, answered by one more run: what it says of records, and those of which it says nothing any more. */
export async function keepAnswer(ctx: Ctx, pair: Kept, told: readonly Told[], gone: readonly Pick<Told, 'key' | 'side'>[] = []): Promise<string> {
  const { msmId = 1, leg = 'settlement', sources = ['SIMULATOR_TXN', 'SIMULATOR_SETTLEMENT'] } = pair
  const { merchantId, environment } = ctx.owner
  const owner = [merchantId, environment, msmId]
  const query = <R extends object>(text: string, values: unknown[]) => ctx.tx.query<R>(text, values)
  await query(
    `insert into recon_pairs (merchant_id, environment, msm_id, leg, source_a, source_b, created_at) values ($1, $2, $3, $4, $5, $6, now())
     on conflict do nothing`,
    [...owner, leg, ...sources],
  )
  const [run] = await query<{ run_no: number }>(
    `update recon_pairs set last_run = last_run + 1, answer_run = last_run + 1 where merchant_id = $1 and environment = $2 and msm_id = $3
     returning answer_run as run_no`,
    owner,
  )
  const runNo = run?.run_no ?? 0
  const runId = newId()
  await query(
    `insert into recon_runs (merchant_id, environment, msm_id, run_no, run_id, status, causes, as_of, rules_version, tolerance, asked_by, asked_at,
       begun_at, finished_at) values ($1, $2, $3, $4, $5, 'done', '[]', '2026-10-31', 0, 0, 'Test', now(), now(), now())`,
    [...owner, runNo, runId],
  )
  const ended = [...told, ...gone].map(({ side, key }) => `${side}.${key}`)
  await query(
    `update recon_outcomes set until_run = $4 where merchant_id = $1 and environment = $2 and msm_id = $3 and until_run = 2147483647
       and side || '.' || key = any ($5)`,
    [...owner, runNo, ended],
  )
  const rows = told.map((one) => rowOf(one, sources))
  await insertFrom(ctx.tx, {
      table: 'recon_outcomes',
      columns: 'merchant_id, environment, msm_id, from_run, side, key, data_source, type, at, day, booked_on, gross, currency, fee, tax, passed_on, net, net_currency, provider_ref, merchant_ref, method, account_id, batch, country, brand_id, marketplace_id, sku_id, quantity, status, mismatches, group_id, is_lead, rule_key, rules_version, amount_off, fee_off, tax_off, days_off, tolerated, expected_fee, expected_tax, suggested, suggested_strength, evidence, is_open, said'.split(', '),
      select: `select $1::uuid, $2::text, $3::integer, $4::integer, side, key, data_source, type, day, day, booked_on, gross, currency, fee, 0, 0, gross - fee, net_currency, provider_ref,
       merchant_ref, 'CARD', '', '', country, brand_id, '', sku_id, '', status, mismatches, group_id, is_lead, '', 0, amount_off, 0, 0, 0, tolerated,
       expected_fee, expected_fee * 0, suggested, case when suggested is null then '' else 'suggested' end, evidence,
       status not in ('matched', 'expected', 'adjustment'), gen_random_uuid()
     from jsonb_to_recordset($5::jsonb) as r (side text, key text, data_source text, type text, day date, booked_on date, gross numeric, currency text,
       fee numeric, net_currency text, provider_ref text, merchant_ref text, country text, brand_id text, sku_id text, status text, mismatches text[],
       group_id uuid, is_lead boolean, amount_off numeric, tolerated numeric, expected_fee numeric, suggested uuid, evidence jsonb)`,
      values: [...owner, runNo, JSON.stringify(rows)],
    })
  await addToSums(ctx, { msmId, runNo })
  return runId
} // prettier-ignore

const rowOf = ({ group, suggested, ...told }: Told, [a, b]: readonly [string, string]) => ({
  data_source: told.side === 'a' ? a : b,
  type: 'payment',
  day: '2026-10-01',
  booked_on: told.side === 'a' ? null : '2026-10-03',
  gross: '10',
  currency: 'SGD',
  net_currency: told.side === 'a' ? '' : (told.currency ?? 'SGD'),
  fee: '0',
  expected_fee: null,
  provider_ref: `ref-${told.key}`,
  merchant_ref: '',
  country: '',
  brand_id: '',
  sku_id: '',
  status: 'matched',
  mismatches: [],
  is_lead: told.side === 'a',
  amount_off: '0',
  tolerated: '0',
  evidence: {},
  ...told,
  group_id: uuidOf(group ?? told.key),
  suggested: suggested ? uuidOf(suggested) : null,
})
