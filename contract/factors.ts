import { z } from 'zod'
import { base64url, descriptor, oneTimeCode, PasskeyRequest, publicKey } from './factor-shapes.ts'
import { call, content, nothing } from './kit/call.ts'
import { ref } from './kit/refs.ts'
import { email, environment, secret, text, timestamp } from './kit/wire.ts'
import { limits } from './limits.ts'

/** The purposes of a WebAuthn challenge: to enrol a passkey, or to authenticate with one. */
export const passkeyPurposes = ['enrol', 'prove'] as const
export type PasskeyPurpose = (typeof passkeyPurposes)[number]

/** The result of `navigator.credentials.create`. */
export const PasskeyAttestation = z.strictObject({
  id: base64url(1400),
  rawId: base64url(1400),
  type: publicKey,
  response: z.strictObject({
    clientDataJSON: base64url(8000),
    attestationObject: base64url(40_000),
    transports: z.array(text(20)).max(10).optional(),
  }),
  /** Whether the device stores the passkey, so that it can sign in by itself (`credProps.rk`); absent where unknown. */
  is_resident: z.boolean().optional(),
})
export type PasskeyAttestation = z.infer<typeof PasskeyAttestation>

/** The options of `navigator.credentials.create`. */
export const PasskeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: publicKey })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({ residentKey: z.literal('preferred'), userVerification: z.literal('preferred') }),
})
export type PasskeyCreation = z.infer<typeof PasskeyCreation>

export const Factors = z.object({
  /** The time at which the app was confirmed; null without one. */
  totp_since: timestamp.nullable(),
  passkeys: z.array(
    z.object({
      passkey_id: z.string(),
      name: z.string(),
      /** Whether the passkey is synced between devices. */
      is_synced: z.boolean(),
      /** Whether it is known to sign in without a password. */
      is_resident: z.boolean(),
      created_at: timestamp,
      last_used_at: timestamp.nullable(),
    }),
  ),
  recovery_codes_left: z.int(),
  /** Whether the merchant requires a second factor. */
  is_required: z.boolean(),
  /** Whether the installation's address allows passkeys, which need HTTPS and a domain name. */
  passkeys_possible: z.boolean(),
})
export type Factors = z.input<typeof Factors>

/** The user's own second factors, without secrets. */
export const readFactors = call({
  at: 'GET /api/account/factors',
  answer: content(Factors),
  access: 'anyUser',
  beforeTwoStep: true,
})

/**
 * Makes a new seed for an authenticator app. It takes effect when a code confirms it; until then a present app
 * stays. The address has to be the user's own.
 */
export const setUpTwoStep = call({
  at: 'POST /merchants/verification/2FA',
  body: z.strictObject({ email_address: email, environment: environment.optional() }),
  answer: content(
    z.object({
      /** The seed in Base32, to be typed where the QR code cannot be scanned. */
      secret: secret(z.string()),
      otpauth_url: secret(z.string()),
      /** The seed as a QR code, a data URL. */
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

/** New recovery codes, shown only once; empty where the user has some already. */
const NewCodes = z.object({ recovery_codes: secret(z.array(z.string())) })

/**
 * Confirms the app by one of its codes; from then on sign-ins ask for a code. The user's first factor also gives
 * recovery codes and ends the user's other sessions.
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

/** Removes the app. With the last factor the recovery codes are removed too. */
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

/** Replaces the recovery codes. */
export const renewRecoveryCodes = call({
  at: 'POST /api/account/recovery-codes',
  answer: content(NewCodes),
  access: 'anyUser',
  faults: ['wrongState'],
  repeat: 'safe',
  stepUp: true,
  audit: 'two-step.renew-recovery-codes',
})

/** The options for a new passkey, valid once, for five minutes, in this session. */
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

/** Adds the passkey that the browser created from the options of {@link beginPasskey}. */
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

/** Removes a passkey. With the last factor the recovery codes are removed too. */
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

/** The options for a step-up by passkey, valid once, for five minutes, in this session. */
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
 * Removes all second factors of another user who has lost them, ends their sessions and notifies them by mail. Only
 * an admin may do so for an admin, and nobody for themselves.
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
