import { setTimeout as pause } from 'node:timers/promises'
import type { CatalogueEntry } from '#contract/channel-catalogue/entry.ts'
import { Fault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import type { OnboardingFacts } from '#contract/onboarding.ts'
import { onboardingStates } from '#contract/onboarding-states.ts'
import { ownerOf } from '#server/channels/ask-provider.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Before } from '#server/kit/handler.ts'
import type { Opened } from '#server/providers/provider.ts'
import { moveCase } from './apply.ts'
import { keyOf } from './ask-partner.ts'
import { factsOf } from './facts.ts'
import { expectPartner } from './partner.ts'
import { findCase, lockNewCase, lockCase, noteCase, type CaseRow } from './queries.ts'

/** What is handed in, by a person or by who only asks for the page. */
export type Wish = { by: 'form'; facts: Partial<OnboardingFacts> } | { by: 'page' }

interface Turn {
  key: string
  accountRef: string
  facts: OnboardingFacts
}

/**
 * Makes sure that an onboarding is begun and its page has an address that is good, with no transaction open while the provider
 * is asked. Of many at once one asks the provider, and the others wait for what it gets. Throws `channelNotSupported`,
 * `registeredAlready`, `registrationRejected` with the provider's words, and `providerSilent`.
 */
export async function openPage(before: Before, entry: CatalogueEntry, wish: Wish): Promise<void> {
  const owner = ownerOf(before)
  const onboarding = expectPartner(before.services, entry, owner.environment)
  const turn = await before.apart(owner, (ctx) => takeTurn(ctx, entry.key, wish))
  if (turn === 'open') return
  if (turn === 'taken') return waitForOther(before, entry.key)
  const returnUrl = pageOf(before.services.publicUrl, entry.key)
  const opened = await onboarding.open({ ...turn, returnUrl }, AbortSignal.timeout(limits.credentialsTestMs))
  await before.apart(owner, (ctx) => writeOpened(ctx, entry.key, { turn, opened }))
  if (opened.kind === 'opened') return
  if (opened.kind === 'silent') throw new Fault('providerSilent', { why: opened.why })
  const words = opened.providerText.slice(0, 500)
  const error = { path: '', reason: 'provider_refused', params: { words }, text: words }
  throw new Fault('registrationRejected', { errors: [error] })
}

/** Where the provider's page sends the browser afterwards. */
const pageOf = (publicUrl: string, catalogueKey: string): string =>
  `${publicUrl}/settings/pay-channel/update-config-onboarding?channelName=${catalogueKey}`

async function takeTurn(ctx: Ctx, catalogueKey: string, wish: Wish): Promise<Turn | 'open' | 'taken'> {
  const row = await lockNewCase(ctx, catalogueKey)
  if (wish.by === 'form' && row.state === 'ACTIVE') throw new Fault('registeredAlready')
  if (!needsPage(row, wish, ctx.now)) return 'open'
  if (row.opening_until && row.opening_until > ctx.now) return 'taken'
  const begins = onboardingStates.can(row.state, 'handIn')
  const facts = await factsOf(ctx, { ...row.facts, ...(begins && wish.by === 'form' && wish.facts) })
  await noteCase(ctx, catalogueKey, {
    opening_until: new Date(ctx.now.getTime() + turnMs),
    ...(begins && { facts: JSON.stringify(facts) }),
  })
  return { key: keyOf(row), accountRef: row.account_ref, facts }
}
/** Longer than a provider has to answer. */
const turnMs = limits.credentialsTestMs + 8_000

/** What was rejected needs a page only once it is handed in again. */
function needsPage({ state, action_url: url, expires_at: until }: CaseRow, { by }: Wish, now: Date): boolean {
  if (state === 'ACTIVE') return false
  if (state === 'REJECTED') return by === 'form'
  return state === 'NOT_STARTED' || url === '' || (until !== null && until <= now)
}

async function writeOpened(
  ctx: Ctx,
  catalogueKey: string,
  { turn, opened }: { turn: Turn; opened: Opened },
): Promise<void> {
  const row = await lockCase(ctx, catalogueKey)
  if (!row || keyOf(row) !== turn.key) return
  const words = opened.kind === 'rejected' ? { reason: opened.providerText.slice(0, 500) } : {}
  if (opened.kind !== 'opened') return noteCase(ctx, catalogueKey, { opening_until: null, ...words })
  const page = {
    opening_until: null,
    account_ref: opened.accountRef,
    action_url: opened.url,
    expires_at: untilOf(opened, ctx.now),
  }
  if (!onboardingStates.can(row.state, 'handIn')) return noteCase(ctx, catalogueKey, page)
  await moveCase(ctx, row, 'PENDING', { ...page, reason: '', checks: '[]', handed_in_at: ctx.now })
}

/** An address that is good for one visit is for who has asked for it, and not for who comes later. */
function untilOf({ expiresAt, isOnce }: Extract<Opened, { kind: 'opened' }>, now: Date): Date {
  if (isOnce) return new Date(now.getTime() + turnMs)
  return expiresAt ?? new Date(now.getTime() + limits.onboardingLinkHours * 3_600_000)
}

/** Waits until another request, of this process or another, has asked the provider. */
async function waitForOther(before: Before, catalogueKey: string): Promise<void> {
  for (let waited = 0; waited < turnMs; waited += pauseMs) {
    await pause(pauseMs)
    const row = await before.apart(ownerOf(before), (ctx) => findCase(ctx, catalogueKey))
    if (!row || row.opening_until !== null) continue
    if (row.action_url !== '' || row.state === 'ACTIVE') return
    break
  }
  throw new Fault('providerSilent', { why: 'another request got no address' })
}
const pauseMs = 150
