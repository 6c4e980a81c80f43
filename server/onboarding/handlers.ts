import * as contract from '#contract/onboarding.ts'
import type { Input } from '#contract/kit/call.ts'
import type { OnboardingFacts } from '#contract/onboarding.ts'
import { entryOf } from '#server/channels/connections.ts'
import { changesFrom } from '#server/kit/audit/audit-diff.ts'
import { prepared, type Handlers } from '#server/kit/handler.ts'
import { lookAtProvider } from './look.ts'
import { openPage } from './open.ts'
import { shownCase, shownLink, shownStatus } from './shown.ts'

export const onboardingHandlers: Handlers<typeof contract> = {
  beginOnboarding: prepared(contract.beginOnboarding, {
    prepare: (before, { path }) => openPage(before, entryOf(path.psp), { by: 'page' }),
    async handle(ctx, { path }) {
      ctx.auditSubject(path.psp)
      return shownLink(ctx, entryOf(path.psp))
    },
  }),

  readOnboardingStatus: prepared(contract.readOnboardingStatus, {
    prepare: (before, { path }) => lookAtProvider(before, entryOf(path.psp).key),
    handle: (ctx, { path }) => shownStatus(ctx, entryOf(path.psp)),
  }),

  readOnboarding: (ctx, { path }) => shownCase(ctx, entryOf(path.channelName)),

  handInOnboarding: prepared(contract.handInOnboarding, {
    prepare: (before, { path, body }) =>
      openPage(before, entryOf(path.channelName), { by: 'form', facts: factsIn(body) }),
    async handle(ctx, { path }) {
      const shown = await shownCase(ctx, entryOf(path.channelName))
      ctx.auditSubject(path.channelName, changesFrom({}, { legal_name: shown.facts.legal_name }))
      return shown
    },
  }),
}

/** The facts that a request sends. */
const factsIn = (body: Input<typeof contract.handInOnboarding>['body']): Partial<OnboardingFacts> => {
  const { environment: _environment, ...facts } = body
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))
}
