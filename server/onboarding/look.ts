import { limits } from '#contract/limits.ts'
import type { Before } from '#server/kit/handler.ts'
import { ownerOf } from '#server/channels/ask-provider.ts'
import { applyProgress } from './apply.ts'
import { isWaiting } from './ask-job.ts'
import { askPartner, keyOf } from './ask-partner.ts'
import { findCase, lockCase, takeAsk } from './queries.ts'

/**
 * Asks the provider how far an onboarding is, with no transaction open, and writes what it says. Who comes within ten seconds
 * of another gets what is known; a provider that is silent changes nothing.
 */
export async function lookAtProvider(before: Before, catalogueKey: string): Promise<void> {
  const owner = ownerOf(before)
  const account = await before.apart(owner, async (ctx) => {
    const row = await findCase(ctx, catalogueKey)
    if (!row || !(isWaiting(row.state) || row.state === 'ACTIVE')) return null
    const askedBefore = new Date(ctx.now.getTime() - limits.onboardingAskSeconds * 1_000)
    return (await takeAsk(ctx, catalogueKey, askedBefore)) ? { key: keyOf(row), accountRef: row.account_ref } : null
  })
  if (!account) return
  const { services } = before
  const where = { services, catalogueKey, environment: owner.environment }
  const progress = await askPartner(where, account, AbortSignal.timeout(limits.credentialsTestMs))
  if (progress.kind !== 'known') return
  await before.apart(owner, async (ctx) => {
    const row = await lockCase(ctx, catalogueKey)
    if (row && keyOf(row) === account.key) await applyProgress(ctx, row, progress)
  })
}
