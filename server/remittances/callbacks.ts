import { dayAt } from '#contract/kit/zoned-day.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Received } from '#server/providers/payouts.ts'
import type { RemittanceCallback, SettlementCallback } from '#server/providers/remittances.ts'
import { openPeriod } from './cut.ts'
import { crossBorderOf } from './merchant.ts'
import { tellSettledDiffers } from './notices.ts'
import { applyRemittanceOutcome } from './outcomes.ts'
import { findRemittance } from './rows.ts'
import { refOfKey } from './sending.ts'
import { applySettledWord } from './settled.ts'
import { findTerms, termsOfVersion } from './terms.ts'

/**
 * Takes what a provider says that it has settled, in the transaction of the channel's merchant. Merchants who sell in their own country
 * learn it from reconciliation. Returns why it was ignored, or null.
 */
export async function receiveSettledWord(
  ctx: Ctx,
  { channelKey, told }: Received<SettlementCallback>,
): Promise<string | null> {
  const { isCrossBorder, currency, timeZone } = await crossBorderOf(ctx)
  if (!isCrossBorder) return 'a merchant who does not sell abroad'
  const { providerRef, settledOn, lines } = told
  const findings = await applySettledWord(ctx, { channelKey, providerRef, currency: told.currency, settledOn, lines })
  if (findings === null) return null
  if (findings.length > 0) await tellSettledDiffers(ctx, { channelKey, providerRef, lines: findings.length })
  const terms = told.currency === currency ? undefined : await findTerms(ctx)
  if (terms) await openPeriod(ctx, { source: told.currency, from: dayAt(ctx.now, timeZone), terms })
  return null
}

/** Takes what a provider says of a remittance. Returns why it was ignored, or null. */
export async function receiveRemittanceWord(
  ctx: Ctx,
  { channelKey, told }: Received<RemittanceCallback>,
): Promise<string | null> {
  const { ref, attempt } = refOfKey(told.key)
  const row = await findRemittance(ctx, ref)
  if (!row) return 'no settlement of ours'
  if ((await termsOfVersion(ctx, row.terms_version)).channel_key !== channelKey)
    return 'a settlement of another channel'
  await applyRemittanceOutcome(ctx, ref, attempt, told.outcome, told.at === '' ? ctx.now : new Date(told.at))
  return null
}
