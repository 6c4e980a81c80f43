import type { CatalogueEntry } from '#contract/channel-catalogue/entry.ts'
import { Fault } from '#contract/faults.ts'
import type { Environment } from '#contract/kit/wire.ts'
import type { OnboardingObstacle } from '#contract/onboarding.ts'
import type { Services } from '#server/kit/ctx.ts'
import type { Onboarding } from '#server/providers/provider.ts'

type Partner = { onboarding: Onboarding } | { obstacle: OnboardingObstacle }

/** The operator's partner account at the provider of a channel, or why a merchant cannot be onboarded by one. */
export function partnerOf(services: Services, entry: CatalogueEntry, environment: Environment): Partner {
  if (entry.onboarding.every((way) => way === 'keys')) return { obstacle: 'keys_only' }
  if (!entry.provider || !services.providers.includes(entry.provider)) return { obstacle: 'no_adapter' }
  const { onboarding } = services.provider(entry.provider, {}, environment)
  return onboarding ? { onboarding } : { obstacle: 'no_partner_account' }
}

/** The same, for who begins. Throws `channelNotSupported` with the reason. */
export function expectPartner(services: Services, entry: CatalogueEntry, environment: Environment): Onboarding {
  const partner = partnerOf(services, entry, environment)
  if ('onboarding' in partner) return partner.onboarding
  const { obstacle } = partner
  throw new Fault('channelNotSupported', { errors: [{ path: '', reason: obstacle, text: words[obstacle] }] })
}

const words: Readonly<Record<OnboardingObstacle, string>> = {
  keys_only: 'This channel is connected by keys of your own account.',
  no_adapter: "This installation can't connect this channel.",
  no_partner_account: 'The operator of this installation has no partner account with this provider.',
}
