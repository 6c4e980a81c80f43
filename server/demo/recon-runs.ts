import type { Owner, Services } from '#server/kit/ctx.ts'
import type { Database } from '#server/kit/db/db.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { runJob } from '#server/kit/jobs/jobs.ts'
import { askRun } from '#server/recon-runs/ask.ts'
import { runReconciliation } from '#server/recon-runs/jobs.ts'
import { lockPair } from '#server/recon-runs/queries.ts'
import { listPairs } from '#server/recon-sources/keep-pairs.ts'
import { closePast } from './past.ts'

interface RunParts {
  database: Database
  services: Services
  now: () => Date
}

/** Works out the pairs of a merchant for which there are files, by the job of the worker: first the settlements, then what the bank has. */
export async function workOutPairs(parts: RunParts, owner: Owner): Promise<void> {
  const inOne = <T>(work: Parameters<typeof ownTransaction<T>>[3]) => ownTransaction(parts, owner, { requestId }, work)
  await inOne((ctx) => ctx.tx.query('analyze recon_files, recon_records, fee_checks, recon_outcomes', []))
  const sources = await inOne((ctx) => ctx.own.select('recon_files').select('data_source').distinct().execute())
  const pairs = (await inOne(listPairs)).filter((pair) =>
    sources.some(({ data_source }) => data_source === pair.source_b),
  )
  for (const { msm_id: msmId } of pairs) {
    await inOne(async (ctx) => {
      const pair = await lockPair(ctx, msmId)
      // Its times are those of now, whenever it was worked out before.
      if (pair) await askRun(ctx, { ...pair, next_run_at: null, next_due_at: null }, [{ kind: 'schedule', ref: '' }])
    })
    await runJob(runReconciliation, { msmId, ...owner, requestId }, parts, new AbortController().signal)
  }
  const kinds = ['recon_run_exceptions', 'settlement_restated', 'recon_settlement_late', 'recon_payout_late'] as const
  await inOne((ctx) => closePast(ctx, { requestId, about: 'recon_run', kinds }))
}
const requestId = 'demo-runs'
