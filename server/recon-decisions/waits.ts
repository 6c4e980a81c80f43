import type { ExceptionWait } from '#contract/recon-decision-shapes.ts'
import type { ReconSide } from '#contract/recon-outcomes.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Decidable } from './decidable.ts'
import { ownerOf } from './leads.ts'

type Named = { msmId: number; side: ReconSide; key: string }
export const recordRefOf = ({ msmId, side, key }: Named): string => `${msmId}.${side}.${key}`

/**
 * Records about which something is decided that no run has seen yet, or is proposed, by reference. Reads all that waits: a join with thousands of
 * records takes as long as the product of both, where the planner expects one row of what waits. Indexes: recon_proposals_waiting,
 * recon_decisions_newest.
 */
export async function waitsOf(ctx: Ctx, records: readonly Named[]): Promise<ReadonlyMap<string, Exclude<ExceptionWait, ''>>> {
  if (records.length === 0) return new Map()
  const rows = await ctx.tx.query<{ record: string; waits_for: 'run' | 'approval' }>(
    `select d.msm_id || '.' || k.side || '.' || k.key as record, 'run' as waits_for
     from recon_pairs p
       left join recon_runs r on r.merchant_id = $1 and r.environment = $2 and r.msm_id = p.msm_id and r.run_no = p.answer_run
       join recon_decisions d on d.merchant_id = $1 and d.environment = $2 and d.msm_id = p.msm_id and d.lifted_at is null
         and d.decided_at >= coalesce(r.begun_at, '-infinity')
       cross join lateral (select k.side, k.key from recon_decision_records k
         where k.merchant_id = $1 and k.environment = $2 and k.decision_id = d.decision_id offset 0) k
     where p.merchant_id = $1 and p.environment = $2 and p.msm_id = any ($3::integer[])
     union all
     select q.msm_id || '.' || r.side || '.' || r.key, 'approval'
     from recon_proposals q cross join lateral jsonb_to_recordset(q.records) r (side text, key text)
     where q.merchant_id = $1 and q.environment = $2 and q.state = 'proposed' and q.msm_id = any ($3::integer[])`,
    [...ownerOf(ctx), [...new Set(records.map(({ msmId }) => msmId))]],
  )
  const asked = new Set(records.map(recordRefOf))
  return new Map(rows.flatMap(({ record, waits_for: waitsFor }) => (asked.has(record) ? [[record, waitsFor]] : [])))
} // prettier-ignore

/** The same, of all records that decisions are about. */
export const takenOf = (ctx: Ctx, decidable: readonly Pick<Decidable, 'msmId' | 'records'>[]): ReturnType<typeof waitsOf> =>
  waitsOf(ctx, decidable.flatMap(({ msmId, records }) => records.map(({ side, key }) => ({ msmId, side, key })))) // prettier-ignore
