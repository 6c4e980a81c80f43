import { z } from 'zod'
import { call, content } from './kit/call.ts'
import { environment } from './kit/wire.ts'
import { isStorable } from './kit/text-forms.ts'
import { signatureVariants, type SignatureVariant } from './kit/signature.ts'
import { checkedObjects } from './signed-objects.ts'

/** Why a signature does not match, or does only because another form is accepted. */
export const signatureCauses = [
  /** A parameter was left out, signed although it is not covered, or in another place. */
  'missing',
  'extra',
  'order',
  /** An amount such as `100.00` where `100` is signed. */
  'amount_format',
  'encoded_twice',
  'not_encoded',
  'encoding',
  /** Hex, base64url or no padding where Base64 is expected. */
  'output',
  /** Another secret was used: see `secret`. */
  'secret',
  /** The secret was used with its prefix, or without decoding it. */
  'secret_form',
  'clock',
  'milliseconds',
  'version',
  'message_form',
  'body_rewritten',
  'token_form',
  'algorithm',
  'issuer',
  'subject',
  'claims',
  'expired',
  'lifetime',
  /** Nothing that is known explains it: something was changed after signing, or the secret is not ours. */
  'changed',
] as const
export type SignatureCause = (typeof signatureCauses)[number]

/** The secrets that a signature may have been made with. */
export const knownSecrets = [
  'merchant',
  'session',
  'secure',
  'old_secure',
  'other_environment',
  'client_key',
  'spaced_merchant',
] as const
export type KnownSecret = (typeof knownSecrets)[number]

const pasted = (max: number) => z.string().max(max, { error: 'too_long' }).refine(isStorable, { error: 'not_text' })

/** The result of a check. No field has a signature, or anything that only who knows the secret could make. */
export const SignatureCheck = z.object({
  match: z.boolean(),
  /** The text that is signed, made of what was pasted. */
  canonical: z.string(),
  /** The text as it was pasted, where it is one; empty otherwise. */
  given: z.string(),
  /** The first place at which the two differ, in characters; null where they do not or nothing was pasted. */
  differs_at: z.int().nullable(),
  /** The secret and the encoding by which the signature is right; null where none was found. */
  secret: z.enum(knownSecrets).nullable(),
  variant: z.enum(Object.keys(signatureVariants) as [SignatureVariant, ...SignatureVariant[]]).nullable(),
  causes: z.array(z.object({ cause: z.enum(signatureCauses), names: z.array(z.string()), detail: z.string() })),
})
export type SignatureCheck = z.input<typeof SignatureCheck>

/**
 * Says whether a signature matches what was pasted, and otherwise names the cause. It never answers a signature. Thirty checks a minute
 * for each user, and each is in the audit log.
 */
export const checkSignature = call({
  at: 'POST /api/signatures/check',
  body: z.strictObject({
    environment: environment.optional(),
    object: z.enum(checkedObjects),
    /** A query, a web address with one, a JSON body, or the exact body of a webhook; empty for a token. */
    text: pasted(65_536),
    /** The signature that was sent; of a webhook the header `webhook-signature`, of a server's token the token. */
    signature: pasted(4_096).min(1, { error: 'required' }),
    webhook_id: pasted(200).optional(),
    webhook_timestamp: pasted(40).optional(),
  }),
  answer: content(SignatureCheck),
  access: 'webhooks',
  repeat: 'safe',
  sensitive: true,
  audit: 'signature.check',
  faults: ['tooFast'],
  onFailure: 'inline',
})
