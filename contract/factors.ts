import { z } from 'zod'
import { call, content, nothing } from './kit/call.ts'
import { ref } from './kit/refs.ts'
import { email, environment, secret, text, timestamp } from './kit/wire.ts'
import { limits } from './limits.ts'

/** What proves who somebody is beside the password: an authenticator app, a passkey, or a recovery code in their place. */
export const secondFactors = ['totp', 'passkey', 'recovery_code'] as const
export type SecondFactor = (typeof secondFactors)[number]

/** What a passkey's challenge is for: to add it, or to prove by one that there is. */
export const passkeyPurposes = ['enrol', 'prove'] as const
export type PasskeyPurpose = (typeof passkeyPurposes)[number]

/** The six digits that an authenticator app shows. */
export const oneTimeCode = secret(z.string().regex(/^[0-9]{6}$/, { error: 'not_a_code' }))

const base64url = (max: number) =>
  z
    .string()
    .max(max, { error: 'too_long' })
    .regex(/^[A-Za-z0-9_-]+$/, { error: 'not_a_token' })
const publicKey = z.literal('public-key')

/** What a browser's `navigator.credentials.get` gives for a passkey, as WebAuthn writes it in JSON. */
export const PasskeyAssertion = z.strictObject({
  id: base64url(1400),
  rawId: base64url(1400),
  type: publicKey,
  response: z.strictObject({
    clientDataJSON: base64url(8000),
    authenticatorData: base64url(8000),
    signature: base64url(8000),
  }),
})
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>

/** What `navigator.credentials.create` gives for a new passkey. */
export const PasskeyAttestation = z.strictObject({
  id: base64url(1400),
  rawId: base64url(1400),
  type: publicKey,
  response: z.strictObject({
    clientDataJSON: base64url(8000),
    attestationObject: base64url(40_000),
    transports: z.array(text(20)).max(10).optional(),
  }),
})
export type PasskeyAttestation = z.infer<typeof PasskeyAttestation>

/** The fields in which a request offers a second factor; exactly one of them is to be there. */
export const offeredFactor = {
  otp: oneTimeCode.optional(),
  recovery_code: secret(text(40)).optional(),
  passkey: PasskeyAssertion.optional(),
}

const descriptor = z.object({ id: z.string(), type: publicKey, transports: z.array(z.string()) })
/** What the browser is to be asked for a passkey that there is, as WebAuthn writes it in JSON. */
export const PasskeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('preferred'),
  allowCredentials: z.array(descriptor),
})
export type PasskeyRequest = z.infer<typeof PasskeyRequest>

/** What the browser is to be asked for a new passkey. */
export const PasskeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: publicKey })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({ residentKey: z.literal('discouraged'), userVerification: z.literal('preferred') }),
})
export type PasskeyCreation = z.infer<typeof PasskeyCreation>

export const Factors = z.object({
  /** Since when an app is asked for codes; null where none is. */
  totp_since: timestamp.nullable(),
  passkeys: z.array(
    z.object({
      passkey_id: z.string(),
      name: z.string(),
      /** Its maker keeps it on several devices. */
      is_synced: z.boolean(),
      created_at: timestamp,
      last_used_at: timestamp.nullable(),
    }),
  ),
  recovery_codes_left: z.int(),
  /** Whether the merchant wants everybody to have a second factor. */
  is_required: z.boolean(),
  /** Whether browsers make passkeys for the address that this installation is reached at. */
  passkeys_possible: z.boolean(),
})
export type Factors = z.input<typeof Factors>

/** The user's own second factors, without anything that could be used in their place. */
export const readFactors = call({
  at: 'GET /api/account/factors',
  answer: content(Factors),
  access: 'anyUser',
  beforeTwoStep: true,
})

/**
 * Makes a new seed for an authenticator app. It counts once a code of it has been given; until then an app that there is
 * already stays. The address has to be the user's own.
 */
export const setUpTwoStep = call({
  at: 'POST /merchants/verification/2FA',
  body: z.strictObject({ email_address: email, environment: environment.optional() }),
  answer: content(
    z.object({
      /** In Base32, to be typed where nothing can be scanned. */
      secret: secret(z.string()),
      otpauth_url: secret(z.string()),
      /** The same as a picture: a `data:` address. */
      qr_code: secret(z.string()),
    }),
  ),
  access: 'anyUser',
  beforeTwoStep: true,
  errorKeys: ['message'],
  faults: ['addressMismatch'],
  repeat: 'safe',
  rate: 'sign-in',
  stepUp: true,
  audit: 'two-step.set-up',
  onFailure: 'inline',
})

/** Recovery codes that were made just now; empty where the user has theirs already. They are never shown again. */
const NewCodes = z.object({ recovery_codes: secret(z.array(z.string())) })

/**
 * Confirms the app by a code of it: from now on codes are asked for. With the user's first factor come their recovery
 * codes, and their other sessions end.
 */
export const verifyTwoStep = call({
  at: 'POST /merchants/verification/2FA/verify',
  body: z.strictObject({ email_address: email, otp: oneTimeCode, environment: environment.optional() }),
  answer: content(NewCodes),
  access: 'anyUser',
  beforeTwoStep: true,
  errorKeys: ['message'],
  faults: ['addressMismatch', 'invalidCode', 'wrongState'],
  repeat: 'safe',
  rate: 'sign-in',
  audit: 'two-step.enable',
  onFailure: 'inline',
})

/** Asks for codes of the app no more. With the last factor the recovery codes go too. */
export const removeAuthenticator = call({
  at: 'DELETE /api/account/authenticator',
  answer: nothing,
  access: 'anyUser',
  beforeTwoStep: true,
  faults: ['wrongState'],
  notice: 'Authenticator app removed',
  repeat: 'safe',
  stepUp: true,
  audit: 'two-step.disable',
})

/** Makes new recovery codes; the old ones are void. */
export const renewRecoveryCodes = call({
  at: 'POST /api/account/recovery-codes',
  answer: content(NewCodes),
  access: 'anyUser',
  faults: ['wrongState'],
  repeat: 'safe',
  stepUp: true,
  audit: 'two-step.renew-recovery-codes',
})

/** What the browser is to be asked for a new passkey; good once, for five minutes, in this session. */
export const beginPasskey = call({
  at: 'POST /api/account/passkeys/begin',
  answer: content(PasskeyCreation),
  access: 'anyUser',
  beforeTwoStep: true,
  faults: ['tooMany', 'wrongState'],
  repeat: 'keyed',
  stepUp: true,
  unaudited: 'makes a challenge that is void in five minutes; what is done with it has its row',
  onFailure: 'inline',
})

/** Adds a passkey, by what the browser made of {@link beginPasskey}. */
export const addPasskey = call({
  at: 'POST /api/account/passkeys',
  body: z.strictObject({ name: text(limits.passkeyNameLength), credential: PasskeyAttestation }),
  answer: content(NewCodes),
  access: 'anyUser',
  beforeTwoStep: true,
  faults: ['invalidPasskey', 'tooMany'],
  repeat: 'safe',
  audit: 'passkey.add',
  onFailure: 'inline',
})

export const renamePasskey = call({
  at: 'PUT /api/account/passkeys/{passkey_id}',
  params: { passkey_id: ref('passkey') },
  body: z.strictObject({ name: text(limits.passkeyNameLength) }),
  answer: nothing,
  access: 'anyUser',
  faults: ['notFound'],
  notice: 'Passkey renamed',
  repeat: 'safe',
  audit: 'passkey.rename',
  onFailure: 'inline',
})

/** Takes a passkey away. With the last factor the recovery codes go too. */
export const removePasskey = call({
  at: 'DELETE /api/account/passkeys/{passkey_id}',
  params: { passkey_id: ref('passkey') },
  answer: nothing,
  access: 'anyUser',
  faults: ['notFound'],
  notice: 'Passkey removed',
  repeat: 'safe',
  stepUp: true,
  audit: 'passkey.remove',
})

/** What the browser is to be asked for when a passkey proves who is there; good once, for five minutes, in this session. */
export const challengePasskey = call({
  at: 'POST /api/account/step-up/passkey',
  answer: content(PasskeyRequest),
  access: 'anyUser',
  beforeTwoStep: true,
  repeat: 'keyed',
  unaudited: 'makes a challenge that is void in five minutes; what is done with it has its row',
  onFailure: 'inline',
})

/**
 * Takes all second factors from another user of the merchant who has lost them, ends their sessions and tells them by
 * mail. Only an admin does so for an admin, and nobody for themselves.
 */
export const resetTwoStep = call({
  at: 'POST /api/users/{sub_user_id}/reset-two-step',
  params: { sub_user_id: ref('user') },
  answer: nothing,
  access: 'administration',
  faults: ['notFound', 'wrongState', 'aboveYou', 'ownAccess'],
  notice: 'Two-step verification reset',
  repeat: 'safe',
  stepUp: true,
  audit: 'user.reset-two-step',
})
