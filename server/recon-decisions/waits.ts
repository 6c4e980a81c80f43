import type { ExceptionWait } from '#contract/recon-decision-shapes.ts'
import type { ReconSide } from '#contract/recon-outcomes.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Decidable } from './decidable.ts'
import { ownerOf } from './leads.ts'

type Named = { msmId: number; side: ReconSide; key: string }
export const recordRefOf = ({ msmId, side, key }: Named): string => `${msmId}.${side}.${key}`

/**
 * Records about which something is decided that no run has seen yet, or is proposed, by reference. Indexes: recon_proposals_waiting,
 * recon_decision_records_by_key.
 */
export async function waitsOf(ctx: Ctx, records: readonly Named[]): Promise<ReadonlyMap<string, Exclude<ExceptionWait, ''>>> {
  if (records.length === 0) return new Map()
  const rows = await ctx.tx.query<{ record: string; waits_for: 'run' | 'approval' }>(
    `with asked as (select * from unnest($3::integer[], $4::text[], $5::text[]) w (msm_id, side, key)),
       proposed as (select q.msm_id, r.side, r.key
         from recon_proposals q cross join lateral jsonb_to_recordset(q.records) r (side text, key text)
         where q.merchant_id = $1 and q.environment = $2 and q.state = 'proposed' and q.msm_id = any ($3::integer[]))
     select w.msm_id || '.' || w.side || '.' || w.key as record, 'run' as waits_for from asked w
     where exists (select 1 from recon_decision_records k
       join recon_decisions d on d.merchant_id = $1 and d.environment = $2 and d.decision_id = k.decision_id and d.msm_id = w.msm_id
       join recon_pairs p on p.merchant_id = $1 and p.environment = $2 and p.msm_id = d.msm_id
       left join recon_runs r on r.merchant_id = $1 and r.environment = $2 and r.msm_id = p.msm_id and r.run_no = p.answer_run
       where k.merchant_id = $1 and k.environment = $2 and k.side = w.side and k.key = w.key and d.lifted_at is null
         and (r.begun_at is null or r.begun_at <= d.decided_at))
     union all
     select w.msm_id || '.' || w.side || '.' || w.key, 'approval' from asked w join proposed using (msm_id, side, key)`,
    [...ownerOf(ctx), records.map(({ msmId }) => msmId), records.map(({ side }) => side), records.map(({ key }) => key)],
  )
  return new Map(rows.map(({ record, waits_for: waitsFor }) => [record, waitsFor]))
} // prettier-ignore

/** The same, of all records that decisions are about. */
export const takenOf = (ctx: Ctx, decidable: readonly Pick<Decidable, 'msmId' | 'records'>[]): ReturnType<typeof waitsOf> =>
  waitsOf(ctx, decidable.flatMap(({ msmId, records }) => records.map(({ side, key }) => ({ msmId, side, key })))) // prettier-ignore
