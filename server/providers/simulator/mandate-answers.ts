import { z } from 'zod'
import type { DeclineReason } from '#contract/declines.ts'
import type { KnownMandate, MandateCallback, MandateFacts } from '../mandates.ts'
import { type DeclineCode, declineCodes, declineReasonOf } from './cards.ts'

/** What the simulator says of mandates, to the gateway. */

/** Open objects: a provider may add fields. */
export const Granted = z.object({
  token: z.string().min(1),
  masked: z.string(),
  brand: z.string(),
  good_until: z.iso.datetime().nullable(),
})
const Decline = z.object({ code: z.string(), message: z.string() }).nullable()
export const MandateAnswer = z.object({ kind: z.literal('mandate'), key: z.string(), ref: z.string() }).and(
  z.discriminatedUnion('status', [
    z.object({
      status: z.literal('active'),
      granted: Granted,
      authentication: z.enum(['frictionless', 'challenge']).nullish(),
    }),
    z.object({
      status: z.literal('pending'),
      action: z.object({ kind: z.literal('redirect'), url: z.string() }).nullish(),
    }),
    z.object({ status: z.literal('failed'), decline: Decline }),
    z.object({ status: z.literal('expired') }),
    z.object({ status: z.literal('revoked') }),
  ]),
)
export type MandateAnswer = z.infer<typeof MandateAnswer>
export const MandateEvent = z.object({
  id: z.string(),
  type: z.string(),
  key: z.string(),
  at: z.iso.datetime(),
  mandate: MandateAnswer,
})

export const mandateFacts = ({ token, masked, brand, good_until }: z.infer<typeof Granted>): MandateFacts => ({
  token,
  masked,
  brand,
  expiresAt: good_until === null ? null : new Date(good_until),
})

export function knownMandate(answer: MandateAnswer): KnownMandate {
  const { ref: providerRef } = answer
  switch (answer.status) {
    case 'active': {
      const { granted, authentication } = answer
      const mandate = mandateFacts(granted)
      return { kind: 'active', providerRef, mandate, ...(authentication && { authentication }) }
    }
    case 'pending':
      return { kind: 'pending', providerRef, ...(answer.action && { action: answer.action }) }
    case 'failed':
      return { kind: 'failed', providerRef, ...whyOf(answer.decline) }
    case 'expired':
      return { kind: 'failed', providerRef, reason: 'TRANSACTION_EXPIRED', providerText: '' }
    case 'revoked':
      return { kind: 'revoked', providerRef }
  }
}

/** What a call-back says of a mandate. */
export function mandateCallback({ id, type, key, at, mandate }: z.infer<typeof MandateEvent>) {
  if (mandate.key !== key) return { kind: 'forged', why: 'a mandate of another key' } as const
  const outcome = knownMandate(mandate)
  return { kind: 'mandate', id, key, at, about: aboutOf(type), outcome } satisfies MandateCallback
}

function aboutOf(type: string): MandateCallback['about'] {
  if (type === 'mandate.revoked') return 'revoked'
  if (type === 'mandate.updated') return 'updated'
  return type === 'mandate.expiring' ? 'expiring' : 'set_up'
}

/** The reason of a decline in the vocabulary of the gateway. */
export const whyOf = (decline: { code: string; message: string } | null): Why => ({
  reason: isDeclineCode(decline?.code) ? declineReasonOf[decline.code] : 'BANK_REFUSED_TRANSACTION',
  providerText: decline?.message ?? '',
})
interface Why {
  reason: DeclineReason
  providerText: string
}
const isDeclineCode = (code: string | undefined): code is DeclineCode =>
  code !== undefined && Object.hasOwn(declineCodes, code)
