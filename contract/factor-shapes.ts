import { z } from 'zod'
import { secret, text } from './kit/wire.ts'

/** Second factors: an authenticator app (TOTP), a passkey, or a recovery code in their place. */
export const secondFactors = ['totp', 'passkey', 'recovery_code'] as const
export type SecondFactor = (typeof secondFactors)[number]

/** The six digits that an authenticator app shows. */
export const oneTimeCode = secret(z.string().regex(/^[0-9]{6}$/, { error: 'not_a_code' }))

export const base64url = (max: number) =>
  z
    .string()
    .max(max, { error: 'too_long' })
    .regex(/^[A-Za-z0-9_-]+$/, { error: 'not_a_token' })
export const publicKey = z.literal('public-key')

/** The result of `navigator.credentials.get` for a passkey, in WebAuthn's JSON form. */
export const PasskeyAssertion = z.strictObject({
  id: base64url(1400),
  rawId: base64url(1400),
  type: publicKey,
  response: z.strictObject({
    clientDataJSON: base64url(8000),
    authenticatorData: base64url(8000),
    signature: base64url(8000),
    /** The user's handle, which a passkey that is stored on its device answers. */
    userHandle: base64url(100).optional(),
  }),
})
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>

/** The fields of a request that carry a second factor; exactly one has to be present. */
export const offeredFactor = {
  otp: oneTimeCode.optional(),
  recovery_code: secret(text(40)).optional(),
  passkey: PasskeyAssertion.optional(),
}

export const descriptor = z.object({ id: z.string(), type: publicKey, transports: z.array(z.string()) })
/** The options of `navigator.credentials.get`, in WebAuthn's JSON form. */
export const PasskeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  /** `required` where the passkey stands for the password too. */
  userVerification: z.enum(['preferred', 'required']),
  allowCredentials: z.array(descriptor),
})
export type PasskeyRequest = z.infer<typeof PasskeyRequest>
