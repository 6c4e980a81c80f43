import { z } from 'zod'
import { call, content } from './kit/call.ts'
import { merchantRef } from './kit/refs.ts'
import { aliasOf, email, environment, record, text, timestamp } from './kit/wire.ts'
import { companyFields } from './kyc.ts'
import { onboardingStates } from './onboarding-states.ts'

/**
 * What a provider looks at before it lets an account take payments, by a name of ours. `channel_place` is ours: the merchant has
 * fewer channels than are possible.
 */
export const onboardingChecks = [
  'primary_email_confirmed',
  'payments_receivable',
  'charges_enabled',
  'details_submitted',
  'channel_place',
] as const
export type OnboardingCheck = (typeof onboardingChecks)[number]

/** Why a channel cannot be onboarded here; it may be connected by keys all the same. */
export const onboardingObstacles = ['keys_only', 'no_adapter', 'no_partner_account'] as const
export type OnboardingObstacle = (typeof onboardingObstacles)[number]

/** The facts of the business that a provider is told, filled in from the KYC; empty where there are none. */
export const OnboardingFacts = z.object({
  legal_name: z.string(),
  registration_number: z.string(),
  address: z.string(),
  city: z.string(),
  country: z.string(),
  website_url: z.string(),
  contact_name: z.string(),
  contact_email: z.string(),
  contact_phone: z.string(),
  business: z.string(),
})
export type OnboardingFacts = z.infer<typeof OnboardingFacts>
export type OnboardingFact = keyof OnboardingFacts

/** The merchant's onboarding at the provider of one channel of the catalogue. */
const stateFields = {
  channel_key: z.string(),
  channel_name: z.string(),
  state: z.enum(onboardingStates.states),
  /** Why it is in this state, in English or in the provider's own words; empty where the state says it all. */
  statusChannelReason: z.string(),
  /** What the provider looks at. `text` is English, `link` an address at the provider where it is mended; both may be empty. */
  checks: z.array(z.object({ name: z.enum(onboardingChecks), ok: z.boolean(), text: z.string(), link: z.string() })),
  /** The connection that it led to; empty before the first time that it was active. */
  connected_as: z.string(),
}
export const OnboardingStatus = z.object({
  ...stateFields,
  /** When the provider was last asked; null before the first time. */
  asked_at: timestamp.nullable(),
})
export type OnboardingStatus = z.input<typeof OnboardingStatus>
export type OnboardingChecks = OnboardingStatus['checks']

const linkFields = {
  /** The provider's page for this merchant; empty where there is nothing to do on it. */
  action_url: z.string(),
  /** Until when the address is good; null without one. It is made anew when it is asked for afterwards. */
  expires_at: timestamp.nullable(),
}
export const OnboardingLink = z.object({ ...stateFields, ...linkFields })
export type OnboardingLink = z.input<typeof OnboardingLink>

export const OnboardingCase = z.object({
  ...stateFields,
  asked_at: timestamp.nullable(),
  ...linkFields,
  /** Whether the merchant goes to the provider's page, or gives its facts here alone. */
  kind: z.enum(['referral', 'form']),
  /** Why it cannot be begun; empty where it can. */
  obstacle: z.union([z.enum(onboardingObstacles), z.literal('')]),
  /** Those that were handed in, else those of the KYC and the merchant's record. */
  facts: OnboardingFacts,
  /** When it was last handed in; null before the first time. */
  handed_in_at: timestamp.nullable(),
})
export type OnboardingCase = z.input<typeof OnboardingCase>

const errorKeys = ['message', 'statusChannelReason'] as const
const atProvider = {
  params: { psp: text(40).meta({ examples: ['PAYPAL'] }) },
  query: record({
    iamport_key: merchantRef().optional(),
    environment: environment.optional(),
    env: aliasOf('environment', environment),
  }),
  access: 'paymentChannels',
  errorKeys,
} as const
const form = {
  params: { id: merchantRef(), channelName: text(40).meta({ examples: ['PAYPAL'] }) },
  query: z.strictObject({ environment: environment.optional() }),
  access: 'paymentChannels',
  errorKeys,
} as const
const beginning = ['channelUnknown', 'channelNotSupported', 'registrationRejected', 'providerSilent'] as const

/**
 * The address of the provider's page. It begins the onboarding with the facts of the KYC when there is none: once, however
 * often it is asked. An address that is out of time is made anew. Whoever opens the page says which account takes the money.
 */
export const beginOnboarding = call({
  ...atProvider,
  at: 'GET /api/onboarding/{psp}',
  answer: content(OnboardingLink),
  faults: beginning,
  stepUp: true,
  audit: 'onboarding.open',
})

/** How far the onboarding is. The provider is asked at most every ten seconds; when it does not answer, what is known is. */
export const readOnboardingStatus = call({
  ...atProvider,
  at: 'GET /api/onboarding/{psp}/status',
  answer: content(OnboardingStatus),
  faults: ['channelUnknown'],
})

/** The form of the onboarding, filled in. It asks the provider nothing. */
export const readOnboarding = call({
  ...form,
  at: 'GET /onboarding/merchants/{id}/{channelName}',
  answer: content(OnboardingCase),
  faults: ['channelUnknown'],
})

/**
 * Hands in the facts of the business: begins the onboarding, or begins it anew after a rejection. A fact that is not sent is that
 * of the form. One that waits for the provider answers with what it is. Throws `registeredAlready` for an account that is active.
 */
export const handInOnboarding = call({
  ...form,
  at: 'POST /onboarding/merchants/{id}/{channelName}',
  body: z.strictObject({ ...companyFields, contact_email: email.optional(), environment: environment.optional() }),
  answer: content(OnboardingCase),
  faults: [...beginning, 'registeredAlready'],
  notice: 'Sent to the provider',
  stepUp: true,
  audit: 'onboarding.hand-in',
  onFailure: 'inline',
})
