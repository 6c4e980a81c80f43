import { sql } from 'kysely'
import type { ReconRunCause } from '#contract/recon-runs.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { InTransaction } from '#server/kit/db/own-transaction.ts'
import type { Job } from '#server/kit/jobs/jobs.ts'
import { recordsChanged, type RecordsChanged } from '#server/recon-files/records-changed.ts'
import { wantRuns } from '#server/recon-sources/want-runs.ts'
import { checkPage, type Place } from './check-records.ts'
import { tellOvercharge } from './tell.ts'

/**
 * Compares the fees of a file's records, or of all files of a channel, with the plans of now, a page of records in each transaction.
 * Killed in between, it begins anew: what was compared is compared alike.
 */
export const checkFees: Job<RecordsChanged> = {
  kind: 'effect',
  ...recordsChanged,
  parallel: 1,
  longestSeconds: 3_600,
  overdue: { key: 'reconId', list: async (ctx, since) => (await listUnchecked(ctx, since)).map((reconId) => ({ reconId })) },
  async run({ transaction, signal }, { reconId, channelKey = '', cause = 'plans' }) {
    if (reconId !== null) {
      await checkFile(transaction, signal, reconId, 'missing')
      await transaction((ctx) => wantRunsOf(ctx, [reconId], { kind: 'file', ref: reconId }))
      return
    }
    const files = await transaction((ctx) => listFiles(ctx, channelKey))
    for (const file of files) await checkFile(transaction, signal, file, 'all')
    await transaction((ctx) => wantRunsOf(ctx, files, { kind: cause, ref: channelKey }))
  },
} // prettier-ignore

async function checkFile(transaction: InTransaction, signal: AbortSignal, reconId: string, which: 'missing' | 'all') {
  let place: Place | null = { reading: -1, rowNo: -1 }
  const beganAt = await transaction(async (ctx) => ctx.realNow)
  while (place !== null) {
    signal.throwIfAborted()
    const from: Place = place
    place = await transaction((ctx) => checkPage(ctx, { reconId, from, which }))
  }
  await transaction(async (ctx) => {
    await ctx.own
      .insert('fee_checked_files', { recon_id: reconId, checked_at: beganAt })
      .onConflict((conflict) => conflict.columns(['merchant_id', 'environment', 'recon_id']).doUpdateSet({ checked_at: beganAt }))
      .execute() // prettier-ignore
    if (which === 'missing') await tellOvercharge(ctx, reconId)
  })
}

/** The pairs of the files are worked out anew once their fees are compared, since the outcome of a record depends on both. */
async function wantRunsOf(ctx: Ctx, files: readonly string[], cause: ReconRunCause): Promise<void> {
  const found = await ctx.own
    .select('recon_files')
    .select('data_source')
    .distinct()
    .where('recon_id', '=', sql<string>`any (${files}::uuid[])`)
    .execute()
  await wantRuns(ctx, { sources: found.map(({ data_source }) => data_source) }, cause)
}

/** The files of a channel that count. Index: recon_files_of_channel. */
const listFiles = async (ctx: Ctx, channelKey: string): Promise<string[]> =>
  (
    await ctx.own
      .select('recon_files')
      .select('recon_id')
      .where('channel_key', '=', channelKey)
      .where('status', '=', 'Success')
      .where('withdrawn_at', 'is', null)
      .orderBy('created_at')
      .execute()
  ).map(({ recon_id }) => recon_id)

/** Files that were loaded or withdrawn before, and not compared since. */
async function listUnchecked(ctx: Ctx, since: Date): Promise<string[]> {
  const { merchantId, environment } = ctx.owner
  const rows = await ctx.own
    .select('recon_files')
    .select('recon_id')
    .where('status', '=', 'Success')
    .where(sql<boolean>`greatest(finished_at, withdrawn_at) < ${since} and not exists (
      select 1 from fee_checked_files c where c.merchant_id = ${merchantId} and c.environment = ${environment}
        and c.recon_id = recon_files.recon_id and c.checked_at >= greatest(recon_files.finished_at, recon_files.withdrawn_at))`)
    .limit(500)
    .execute()
  return rows.map(({ recon_id }) => recon_id)
}
