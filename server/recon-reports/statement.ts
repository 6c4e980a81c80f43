import { sql, type SqlBool } from 'kysely'
import { reconDaysOf } from '#contract/recon-dashboard-shapes.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { build } from '#server/kit/db/statements.ts'
import type { ExportOf } from '#server/kit/http/export-of.ts'
import type { ListOf } from '#server/kit/lists/list.ts'
import type { Answer } from '#server/recon-records/answers.ts'
import { withinDays } from '#server/recon-records/conditions.ts'
import type { Asked } from './report.ts'

/** What a line is before charges, in the currency in which it is paid out. */
const gross = 'coalesce(net + fee + tax + passed_on, gross, 0)'
const sumOf = (what: string, types: readonly string[]) =>
  `coalesce(sum(${what}) filter (where type in (${types.map((type) => `'${type}'`).join(', ')})), 0)`
const reconciled = ['payment', 'refund', 'refund_reversal', 'chargeback', 'chargeback_reversal']
const isLine = `type <> 'payout'`

const sums = {
  payments: sumOf(gross, ['payment']),
  refunds: sumOf(gross, ['refund', 'refund_reversal']),
  chargebacks: sumOf(gross, ['chargeback', 'chargeback_reversal']),
  charges: `-coalesce(sum(fee + tax) filter (where ${isLine}), 0)`,
  costs: `-coalesce(sum(passed_on) filter (where ${isLine}), 0)`,
  adjustments: `coalesce(sum(${gross}) filter (where ${isLine} and type not in (${reconciled.map((type) => `'${type}'`).join(', ')})), 0)`,
  payout: `coalesce(sum(${gross} - fee - tax - passed_on) filter (where ${isLine}), 0)`,
}
const decimals = Object.keys(sums)

/** Each batch of a source in one currency, from gross to what is paid out. `$1` and `$2` are the merchant and the environment. */
function batchesOf({ msm_id, asOfRun }: Answer): ListOf<object> {
  const holds = asOfRun === null ? 'until_run = 2147483647' : `from_run <= ${asOfRun} and until_run > ${asOfRun}`
  const batches = `select merchant_id, environment, data_source, batch, coalesce(nullif(net_currency, ''), currency) as net_currency,
      max(booked_on) as booked_on, (array_agg(recon_id order by reading desc, recon_id))[1] as recon_id, max(reading) as reading,
      ${Object.entries(sums).map(([name, sum]) => `${sum} as ${name}`).join(', ')},
      count(*) filter (where ${isLine}) as lines, count(*) filter (where is_open) as open_lines
    from recon_outcomes where merchant_id = $1 and environment = $2 and msm_id = ${msm_id} and side = 'b' and ${holds} and batch <> ''
    group by merchant_id, environment, data_source, batch, coalesce(nullif(net_currency, ''), currency)` // prettier-ignore
  const proof = `left join lateral (select p.state, p.difference from recon_proofs p where p.merchant_id = $1 and p.environment = $2
      and p.recon_id = recon_outcomes.recon_id and p.reading = recon_outcomes.reading and p.batch = recon_outcomes.batch
      and p.currency = recon_outcomes.net_currency order by p.place limit 1) proof on true`
  return {
    table: 'recon_outcomes',
    rows: {
      ...nothing,
      sql: `select data_source, batch, net_currency, booked_on::text as settlement_date, ${decimals.map((name) => `trim_scale(${name})::text as ${name}`).join(', ')},
        lines, open_lines, coalesce(proof.state, 'not_stated') as proof_state, trim_scale(proof.difference)::text as proof_difference
        from (${batches}) recon_outcomes ${proof}`,
    },
    sorts: { settlement_date: { column: 'booked_on', key: 'settlement_date', type: 'date' } },
    ref: { column: 'batch', key: 'batch' },
  } // prettier-ignore
}
const nothing = sql`select 1`.compile(build)

/** The settlements of a pair by day of their booking, within the days that are asked for. */
export async function statementOf(ctx: Ctx, answer: Answer, { from, to, time_zone, filters = {} }: Asked): Promise<Pick<ExportOf<Asked>, 'list' | 'conditions'>> {
  const days = reconDaysOf({ from, to }, time_zone ?? (await merchantOf(ctx)).time_zone)
  const currencies = filters.currencies ?? []
  const found = [
    ...withinDays(sql.ref('booked_on'), days),
    ...(currencies.length > 0 ? [sql<SqlBool>`net_currency = any (${currencies})`] : []),
  ]
  return { list: batchesOf(answer), conditions: () => found }
} // prettier-ignore
