import type { OutcomeStatus } from '#contract/recon-outcomes.ts'
import type { ReconDryRunResult } from '#contract/recon-rules.ts'
import { ownerOf, type Run } from './run.ts'

/** How many records of one status would have another; null stands for none. */
export interface Shift {
  before: OutcomeStatus | null
  after: OutcomeStatus | null
  records: number
}

const shifted = `from work_outcomes w join work_records r on r.n = w.n
    full join (select * from recon_outcomes where merchant_id = $1 and environment = $2 and msm_id = $3
      and until_run = 2147483647 and settlement_id is null) o on o.side = w.side and o.key = w.key
  where o.status is distinct from w.status`

/** What an answer that is worked out here would change of the one that holds. */
export const shiftsOf = (run: Run): Promise<Shift[]> =>
  run.ctx.tx.query<Shift & object>(
    `select o.status as before, w.status as after, count(*)::integer as records ${shifted} group by 1, 2 order by 1, 2`,
    [...ownerOf(run), run.msmId],
  )

/** Some of the records of each shift, the first by their keys. */
export const samplesOf = (run: Run): Promise<ReconDryRunResult['samples']> =>
  run.ctx.tx.query<ReconDryRunResult['samples'][number]>(
    `select key, side, provider_ref, merchant_ref, gross, currency, before, after, rule_key from (
       select coalesce(w.key, o.key) as key, coalesce(w.side, o.side) as side, coalesce(r.provider_ref, o.provider_ref) as provider_ref,
         coalesce(r.merchant_ref, o.merchant_ref) as merchant_ref, trim_scale(coalesce(r.gross, o.gross))::text as gross,
         coalesce(r.currency, o.currency) as currency, o.status as before, w.status as after, coalesce(w.rule_key, '') as rule_key,
         row_number() over (partition by o.status, w.status order by coalesce(w.side, o.side), coalesce(w.key, o.key)) as nth
       ${shifted}) s
     where nth <= $4 order by before, after, side, key`,
    [...ownerOf(run), run.msmId, samplesOfEach],
  )
const samplesOfEach = 5
