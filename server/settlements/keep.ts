import { sql, type Insertable } from 'kysely'
import type { ReconLeg } from '#contract/recon-outcomes.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
import { notify } from '#server/notifications/notify.ts'
import { keepBankCredits } from './bank-credits.ts'
import { changedBatches } from './changed-batches.ts'
import { closeReady } from './close-ready.ts'
import { sumNames } from './sums.ts'

/**
 * Brings the settlements of a pair up to date with what a run has changed, and closes those that are ready where the merchant wishes so. Called
 * once in the transaction of the run, after its outcomes are stored; a run of the bank leg says what the bank has.
 */
export async function keepSettlements(ctx: Ctx, run: { msmId: number; runNo: number; leg: ReconLeg }): Promise<void> {
  if (run.leg === 'bank') return keepBankCredits(ctx, run)
  const kept = []
  for (const batch of await changedBatches(ctx, run)) kept.push(...(await keep(ctx, { ...batch, msm_id: run.msmId })))
  if (kept.length > 0) await keepBankCredits(ctx, { settlements: kept.map(({ settlement_id }) => settlement_id) })
  for (const { settlement_id, data_source, batch } of kept.filter(({ restated_at }) => restated_at !== null))
    await notify(
      ctx,
      'settlement_restated',
      { settlement_id, data_source, batch },
      { once: `${settlement_id} ${run.runNo}` },
    )
  await closeReady(ctx, run)
}

type Batch = Omit<
  Insertable<Tables['settlements']>,
  'merchant_id' | 'environment' | 'settlement_id' | 'created_at' | 'updated_at'
>
/** A closed settlement keeps what it was closed with; that a file says something else of it is noted once. */
const keep = (ctx: Ctx, batch: Batch) =>
  ctx.own
    .insert('settlements', { ...batch, settlement_id: newId(), created_at: ctx.now, updated_at: ctx.now })
    .onConflict((same) =>
      same
        .columns(['merchant_id', 'environment', 'msm_id', 'batch', 'account', 'currency'])
        .doUpdateSet({
          version: sql`settlements.version + 1`,
          updated_at: ctx.now,
          restated_at: sql`case when settlements.state = 'closed' then excluded.updated_at end`,
          ...Object.fromEntries(
            ([...sumNames, 'state', 'is_booked', 'channel_key'] as const).map((name) => [
              name,
              sql.raw(`case when settlements.state = 'closed' then settlements.${name} else excluded.${name} end`),
            ]),
          ),
        })
        .where(
          sql<boolean>`(case when settlements.state = 'closed' then settlements.restated_at is null and ${differs(['lines', 'computed', 'payout'])}
            when settlements.state = 'reopened' then true else ${differs([...sumNames, 'state'])} end)`,
        ),
    )
    .returning(['settlement_id', 'data_source', 'batch', 'restated_at'])
    .execute()

const differs = (names: readonly string[]) =>
  sql.raw(
    `(${names.map((name) => `settlements.${name}`).join(', ')}) is distinct from (${names.map((name) => `excluded.${name}`).join(', ')})`,
  )
