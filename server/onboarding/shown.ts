import type { z } from 'zod'
import type { CatalogueEntry } from '#contract/channel-catalogue/entry.ts'
import type { OnboardingCase, OnboardingLink, OnboardingStatus } from '#contract/onboarding.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { factsOf } from './facts.ts'
import { partnerOf } from './partner.ts'
import { findCase, type CaseRow } from './queries.ts'

/** How far an onboarding is. One that was never begun is there all the same, not started. */
export async function shownStatus(ctx: Ctx, entry: CatalogueEntry): Promise<z.output<typeof OnboardingStatus>> {
  const row = await findCase(ctx, entry.key)
  return { ...stateOf(entry, row), asked_at: row?.asked_at ?? null }
}

export async function shownLink(ctx: Ctx, entry: CatalogueEntry): Promise<z.output<typeof OnboardingLink>> {
  const row = await findCase(ctx, entry.key)
  return { ...stateOf(entry, row), ...linkOf(row, ctx.now) }
}

export async function shownCase(ctx: Ctx, entry: CatalogueEntry): Promise<z.output<typeof OnboardingCase>> {
  const row = await findCase(ctx, entry.key)
  const partner = partnerOf(ctx.services, entry, ctx.owner.environment)
  return {
    ...stateOf(entry, row),
    ...linkOf(row, ctx.now),
    asked_at: row?.asked_at ?? null,
    kind: entry.onboarding.includes('form') ? 'form' : 'referral',
    obstacle: 'obstacle' in partner ? partner.obstacle : '',
    facts: await factsOf(ctx, row?.facts ?? {}),
    handed_in_at: row?.handed_in_at ?? null,
  }
}

const stateOf = ({ key, name }: CatalogueEntry, row: CaseRow | undefined) => ({
  channel_key: key,
  channel_name: name,
  state: row?.state ?? 'NOT_STARTED',
  statusChannelReason: row?.reason ?? '',
  checks: row?.checks ?? [],
  connected_as: row?.connected_as ?? '',
})

/** An address that is out of time is not shown: it is made anew when it is asked for. */
function linkOf(row: CaseRow | undefined, now: Date): { action_url: string; expires_at: Date | null } {
  const isGood = row && row.action_url !== '' && row.state !== 'ACTIVE' && row.expires_at && row.expires_at > now
  return isGood ? { action_url: row.action_url, expires_at: row.expires_at } : { action_url: '', expires_at: null }
}
