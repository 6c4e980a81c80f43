import { catalogueEntry } from '#contract/channel-catalogue.ts'
import { onboardingStates, type OnboardingState } from '#contract/onboarding-states.ts'
import { asProvider, connectAccount } from '#server/channels/connect-account.ts'
import { writeAudit } from '#server/kit/audit/audit.ts'
import { changesFrom } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { notify } from '#server/notifications/notify.ts'
import type { Progress } from '#server/providers/provider.ts'
import { enqueueAsk, isWaiting } from './ask-job.ts'
import { publishOnboardingWebhook } from './publish-webhook.ts'
import { noteCase, setState, type CaseRow } from './queries.ts'

type Known = Extract<Progress, { kind: 'known' }>

/**
 * The state after a provider's word. Where no action leads there, the word changes nothing, except that an account that was
 * active and is not any more has to act.
 */
export function stateAfter(from: OnboardingState, said: Known['state']): OnboardingState {
  const { handIn: _ours, ...words } = onboardingStates.actions
  if (Object.values(words).some((action) => action.to === said && includes(action.from, from))) return said
  return from === 'ACTIVE' && said !== 'ACTIVE' ? 'ACTION_REQUIRED' : from
}
const includes = (states: readonly OnboardingState[], state: OnboardingState): boolean => states.includes(state)

/**
 * Writes what a provider said of an onboarding whose row is locked. An account that has become active is connected as a channel;
 * one that is rejected is forgotten, so that what is handed in afterwards is about another. An account without a place among the
 * merchant's channels waits for one: it is connected when the provider is asked next.
 */
export async function applyProgress(
  ctx: Ctx,
  row: CaseRow,
  { state, accountRef, reason, checks }: Known,
): Promise<void> {
  const to = stateAfter(row.state, state)
  const said = { account_ref: accountRef, reason: reason.slice(0, 500), checks: JSON.stringify(checks) }
  if (to === row.state) return row.state === state ? noteCase(ctx, row.catalogue_key, said) : undefined
  if (to === 'REJECTED') {
    const forgotten = { account_ref: '', action_url: '', expires_at: null, round: row.round + 1 }
    return moveCase(ctx, row, to, { ...said, ...forgotten })
  }
  if (to !== 'ACTIVE') return moveCase(ctx, row, to, said)
  const channelKey = await connectAccount(ctx, row.catalogue_key, accountRef)
  if (channelKey === null) {
    const waiting = { ...said, reason: noPlace.text, checks: JSON.stringify([...checks, noPlace]) }
    if (row.state === 'ACTION_REQUIRED') return noteCase(ctx, row.catalogue_key, waiting)
    return moveCase(ctx, row, 'ACTION_REQUIRED', waiting)
  }
  return moveCase(ctx, row, to, { ...said, connected_as: channelKey })
}

/** What the merchant has to do about an account for which it has no place. */
const noPlace: Known['checks'][number] = {
  name: 'channel_place',
  ok: false,
  text: "You have as many channels as are possible. Remove one that you don't need, and this account is connected by itself.",
  link: '',
}
/** Whether an onboarding waits for nothing but a place among the merchant's channels. */
export const waitsForPlace = ({ checks }: Pick<CaseRow, 'checks'>): boolean =>
  checks.some(({ name, ok }) => name === 'channel_place' && !ok)

type Facts = Omit<Parameters<typeof setState>[3], 'reason'> & { reason: string }

/** Moves an onboarding, tells the merchant's servers and people of it, and has the provider asked for as long as it waits. */
export async function moveCase(ctx: Ctx, row: CaseRow, to: OnboardingState, facts: Facts): Promise<void> {
  const { catalogue_key: key, state: from } = row
  const goesOn = isWaiting(from) && isWaiting(to)
  const asking = goesOn ? {} : isWaiting(to) ? enqueueAsk(ctx, key, ctx.now) : { asking_since: null, next_ask_at: null }
  await setState(ctx, row, to, { ...facts, ...asking })
  const name = catalogueEntry(key)?.name ?? key
  writeAudit(asProvider(ctx, key), {
    action: 'onboarding.change',
    objectRef: key,
    result: 'done',
    changes: changesFrom({ onboarding_state: from }, { onboarding_state: to }),
  })
  await publishOnboardingWebhook(ctx, { channelKey: key, channelName: name, state: to, reason: facts.reason })
  if (to === 'ACTIVE') await notify(ctx, 'onboarding_active', { channel: String(facts.connected_as), name })
  if (to === 'ACTION_REQUIRED') await notify(ctx, 'onboarding_action_required', { channel: key, name })
  if (to === 'REJECTED') await notify(ctx, 'onboarding_rejected', { channel: key, name })
}
