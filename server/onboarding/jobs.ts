import { effect } from '#server/kit/jobs/jobs.ts'
import type { Environment } from '#contract/kit/wire.ts'
import type { Progress } from '#server/providers/provider.ts'
import { applyProgress, waitsForPlace } from './apply.ts'
import { askJob, enqueueAsk, isWaiting, type AskData } from './ask-job.ts'
import { askPartner, keyOf } from './ask-partner.ts'
import { findCase, listToAsk, lockCase, noteCase } from './queries.ts'

interface Claim {
  catalogueKey: string
  environment: Environment
  account: { key: string; accountRef: string }
}

/**
 * Asks a provider how far an onboarding is, on a schedule while it waits, and once more for each call-back. Asking changes
 * nothing at the provider, so a job that runs again after a crash does no harm.
 */
export const askOnboarding = effect<AskData, Claim, Progress>({
  ...askJob,
  parallel: 4,
  overdue: {
    key: 'catalogueKey',
    list: async (ctx, since) =>
      (await listToAsk(ctx, since)).map(({ catalogue_key: catalogueKey, asking_since }) => ({
        catalogueKey,
        chain: asking_since?.toISOString() ?? '',
      })),
  },

  async claim(ctx, { catalogueKey, chain }) {
    const row = await findCase(ctx, catalogueKey)
    if (!row) return null
    const isDue =
      chain === '' ? isWaiting(row.state) || row.state === 'ACTIVE' : chain === row.asking_since?.toISOString()
    if (!isDue) return null
    const { environment } = ctx.owner
    return { catalogueKey, environment, account: { key: keyOf(row), accountRef: row.account_ref } }
  },

  act: (services, { catalogueKey, environment, account }, signal) =>
    askPartner({ services, catalogueKey, environment }, account, signal),

  async complete(ctx, { catalogueKey, chain }, { account }, progress) {
    const row = await lockCase(ctx, catalogueKey)
    // What was asked about is no longer what the onboarding is about.
    if (!row || keyOf(row) !== account.key) return
    await noteCase(ctx, catalogueKey, { asked_at: ctx.now })
    if (progress.kind === 'known') await applyProgress(ctx, row, progress)
    const after = await findCase(ctx, catalogueKey)
    const since = after?.asking_since
    if (!since || since.toISOString() !== chain) return
    await noteCase(ctx, catalogueKey, enqueueAsk(ctx, catalogueKey, since, waitsForPlace(after)))
  },
})
