import { z } from 'zod'
import { call, content } from './kit/call.ts'
import { merchantRef } from './kit/refs.ts'
import { environment, secret, timestamp } from './kit/wire.ts'
import { overlap } from './server-keys.ts'

const used = {
  /** To the minute; null before its first use in this mode. */
  last_used_at: timestamp.nullable(),
  last_used_from: z.string(),
}
export const SecretState = z.object({
  rotated_at: timestamp.nullable(),
  ...used,
  /** What was replaced, as long as it is good. */
  previous: z
    .object({
      valid_until: timestamp,
      /** Whether what goes out is signed with it: webhooks' bodies, return addresses, requests for confirmation. */
      signs: z.boolean(),
      ...used,
    })
    .nullable(),
})
export type SecretState = z.input<typeof SecretState>

/** How the merchant's secret stands: when it was replaced, and when it and the one before were last used. */
export const readSecretState = call({
  at: 'GET /api/merchants/{id}/secret',
  params: { id: merchantRef() },
  answer: content(SecretState),
  access: 'webhooks',
})

const changing = {
  params: { id: merchantRef() },
  access: 'webhooks',
  repeat: 'safe',
  stepUp: true,
  faults: ['wrongState'],
} as const

/**
 * Replaces the merchant's secret by a new one, which is shown in this answer. The old one stays good for the given hours: both
 * verify what comes in, and the old one signs what goes out until then. `wrongState` while one is being replaced.
 */
export const rotateSecret = call({
  ...changing,
  at: 'POST /api/merchants/{id}/secret/rotate',
  body: z.strictObject({ overlap_hours: overlap, environment: environment.optional() }),
  answer: content(SecretState.extend({ iamportSecret: secret(z.string()) })),
  audit: 'merchant.rotate-secret',
  onFailure: 'inline',
})

/** Signs what goes out with the new secret from now on; the old one still verifies until its end. */
export const signWithNewSecret = call({
  ...changing,
  at: 'POST /api/merchants/{id}/secret/sign-with-new',
  answer: content(SecretState),
  notice: 'The new secret signs from now on',
  audit: 'merchant.sign-with-new-secret',
})

/** Ends the old secret now. */
export const endPreviousSecret = call({
  ...changing,
  at: 'POST /api/merchants/{id}/secret/end-previous',
  answer: content(SecretState),
  notice: 'The old secret has ended',
  audit: 'merchant.end-previous-secret',
})
