import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
import { wantRuns } from '#server/recon-sources/want-runs.ts'
import { writeOffClosed } from '#server/settlements/decide.ts'
import type { By, Decidable } from './decidable.ts'
import { ownerOf } from './leads.ts'

/** Keeps decisions, takes what closed settlements left of their records out of suspense, and has their pairs worked out anew. */
export async function keepDecisions(ctx: Ctx, decided: readonly Decidable[], byAll: By): Promise<void> {
  const kept = decided.map((of) => ({ of, id: newId(), by: { ...byAll, ...of.by } }))
  const texts = (value: (of: Decidable) => string) => kept.map(({ of }) => value(of))
  await ctx.tx.query(
    `insert into recon_decisions (merchant_id, environment, decision_id, msm_id, act, group_id, status, amount_off, fee_off, tax_off, until_day,
       reason, decided_by, approved_by, proposal_id, decided_at)
     select $1, $2, d.id, d.msm_id, d.act, d.group_id, d.status, d.amount_off, d.fee_off, d.tax_off, case when d.act = 'expect' then d.until_day end,
       d.reason, d.decided_by, d.approved_by, d.proposal_id, $3
     from unnest($4::uuid[], $5::integer[], $6::text[], $7::uuid[], $8::text[], $9::numeric[], $10::numeric[], $11::numeric[], $12::date[],
       $13::text[], $14::text[], $15::text[], $16::uuid[])
       d (id, msm_id, act, group_id, status, amount_off, fee_off, tax_off, until_day, reason, decided_by, approved_by, proposal_id)`,
    [
      ...ownerOf(ctx), ctx.now,
      kept.map(({ id }) => id), kept.map(({ of }) => of.msmId), texts(({ act }) => act), texts(({ groupId }) => groupId),
      texts(({ status }) => status), texts(({ amountOff }) => amountOff), texts(({ feeOff }) => feeOff), texts(({ taxOff }) => taxOff),
      kept.map(({ by }) => by.untilDay ?? null), kept.map(({ by }) => by.reason), kept.map(({ by }) => by.decidedBy),
      kept.map(({ by }) => by.approvedBy ?? ''), kept.map(({ by }) => by.proposalId ?? null),
    ],
  ) // prettier-ignore
  const records = kept.flatMap(({ of, id }) => of.records.map(({ side, key }) => ({ id, side, key })))
  await ctx.tx.query(
    `insert into recon_decision_records (merchant_id, environment, decision_id, side, key)
     select $1, $2, r.id, r.side, r.key from unnest($3::uuid[], $4::text[], $5::text[]) r (id, side, key)`,
    [...ownerOf(ctx), records.map(({ id }) => id), records.map(({ side }) => side), records.map(({ key }) => key)],
  )
  for (const { of, id } of kept)
    if (of.act === 'write_off') await writeOffClosed(ctx, id, of.records.map(({ key }) => key)) // prettier-ignore
  const pairs = [...new Set(decided.map(({ msmId }) => msmId))]
  for (const msmId of pairs)
    await wantRuns(ctx, { pairs: [msmId] }, { kind: 'decision', ref: kept.find(({ of }) => of.msmId === msmId)?.id ?? '' })
} // prettier-ignore

/** Locks the pairs that decisions are about, in order, so that decisions, runs and closings of a pair happen one after the other. */
export async function lockPairs(ctx: Ctx, msmIds: readonly number[]): Promise<void> {
  if (msmIds.length === 0) return
  await ctx.own
    .select('recon_pairs')
    .select('msm_id')
    .where('msm_id', 'in', [...new Set(msmIds)])
    .orderBy('msm_id')
    .forUpdate()
    .execute()
}
