import { z } from 'zod'
import { languageTags } from '#i18n/languages.ts'
import { roles, rules, type RuleName } from './access.ts'
import { offeredFactor, PasskeyAssertion, PasskeyRequest, secondFactors } from './factor-shapes.ts'
import { call, content, nothing } from './kit/call.ts'
import { ref } from './kit/refs.ts'
import { environment, newPassword, oneTimeToken, secret, text, timestamp, typedPassword } from './kit/wire.ts'

/** The signed-in user, without the merchant's secret. */
export const CurrentUser = z.object({
  merchantUuid: z.string(),
  iamportKey: z.string(),
  merchant_name: z.string(),
  /** The address of an image, or empty. */
  merchant_logo: z.string(),
  subUserUuid: z.string(),
  name: z.string(),
  email_address: z.object({ email: z.string() }),
  roles: z.array(z.enum(roles)),
  /** The roles that the user views the console as, read-only; null when they use their own. */
  viewing_as: z.array(z.enum(roles)).nullable(),
  /** The rules of `access.ts` that this user satisfies. */
  permissions: z.array(z.enum(Object.keys(rules) as [RuleName, ...RuleName[]])),
  is_master_merchant: z.boolean(),
  cross_border_enabled: z.boolean(),
  onboarding_completed: z.boolean(),
  recon_analytics_enabled: z.boolean(),
  recon_dashboard_enabled: z.boolean(),
  recon_reports_enabled: z.boolean(),
  country: z.string(),
  currency: z.string(),
  time_zone: z.string(),
  /** The language that the user has chosen, else the merchant's; empty where neither has one. */
  language: z.enum(['', ...languageTags]),
  is_live_mode: z.boolean(),
  is_email_verified: z.boolean(),
  /** Whether the user has a second factor. */
  is_2fa_enabled: z.boolean(),
  /** Whether the merchant requires a second factor that the user still has to set up before anything else. */
  must_set_up_two_step: z.boolean(),
  /** Whether the user has an identity for single sign-on, and its tenant; empty without one. */
  sso_enabled: z.boolean(),
  sso_company: z.string(),
  /** Whether the user can sign in by single sign-on alone. */
  sso_required: z.boolean(),
  /** Base64 HMAC-SHA256 with the session's signing key over `key|environment|roles`, for the console to check. */
  secure_hash: z.string(),
})
export type CurrentUser = z.infer<typeof CurrentUser>

export const Session = z.object({
  /** An opaque bearer token, kept in memory only. */
  token: secret(z.string()),
  user: CurrentUser,
  /** The key with which this session signs; useless in any other session. */
  signing_key: secret(z.string()),
  expires_at: timestamp,
})
export type Session = z.input<typeof Session>

/** A sign-in with a correct password that still needs a second factor; its token is valid once, for five minutes, from one IP address. */
export const Challenge = z.object({
  challenge: z.string(),
  /** The second factors that the user has. */
  factors: z.array(z.enum(secondFactors)),
})
export type Challenge = z.input<typeof Challenge>
/** The answer of every way to sign in: the session, or a challenge. */
export const SignedIn = z.union([Session, Challenge])
export type SignedIn = z.input<typeof SignedIn>

/**
 * Signs a user in by e-mail address and password. Every failure has the same text and takes the same time. A user
 * with a second factor gets a challenge instead of the session.
 */
export const signIn = call({
  at: 'POST /api/account/login',
  body: z.strictObject({
    username: text(254),
    password: typedPassword,
    /** Whether this browser remembers the user for 30 days; it still asks for the password. */
    remember_me: z.boolean().optional(),
  }),
  answer: content(SignedIn),
  access: 'public',
  errorKeys: ['Message', 'message'],
  faults: ['invalidPassword', 'signInBusy', 'signInLocked', 'ssoRequired', 'sessionLost'],
  repeat: 'safe',
  rate: 'sign-in',
  onFailure: 'inline',
})

/** Answers the challenge of a sign-in by a code, a recovery code or a passkey. */
export const signInFactor = call({
  at: 'POST /api/account/sign-in/factor',
  body: z.strictObject({ challenge: oneTimeToken, ...offeredFactor }),
  answer: content(Session),
  access: 'public',
  faults: ['signInExpired', 'invalidCode', 'invalidPasskey', 'codesLocked', 'ssoRequired', 'ssoFailed', 'sessionLost'],
  repeat: 'safe',
  rate: 'sign-in',
  onFailure: 'inline',
})

/** The WebAuthn options for a passkey that answers the challenge. */
export const signInPasskey = call({
  at: 'POST /api/account/sign-in/passkey',
  body: z.strictObject({ challenge: oneTimeToken }),
  answer: content(PasskeyRequest),
  access: 'public',
  faults: ['signInExpired'],
  repeat: 'safe',
  rate: 'sign-in',
  onFailure: 'inline',
})

/** Gives a reloaded tab a new token, by the session's cookie; `environment` also switches the environment. */
export const resumeSession = call({
  at: 'POST /api/account/session',
  body: z.strictObject({ environment: environment.optional() }),
  answer: content(Session),
  access: 'public',
  faults: ['sessionLost', 'sessionLocked', 'denied'],
  repeat: 'safe',
  onFailure: 'log',
})

/** The present record of the user, which the console reads on each guarded navigation. */
export const readSession = call({
  at: 'GET /api/account/session',
  answer: content(z.object({ user: CurrentUser })),
  access: 'anyUser',
  unverified: true,
  beforeTwoStep: true,
  onFailure: 'log',
})

/** Ends the session at once, on every node. */
export const signOut = call({
  at: 'POST /api/account/logout',
  answer: nothing,
  access: 'anyUser',
  unverified: true,
  beforeTwoStep: true,
  whileViewing: true,
  repeat: 'safe',
  audit: 'session.end',
  onFailure: 'log',
})

/** Locks the session in every tab, after idling. */
export const lockSession = call({
  at: 'POST /api/account/lock',
  answer: nothing,
  access: 'anyUser',
  unverified: true,
  beforeTwoStep: true,
  whileViewing: true,
  repeat: 'safe',
  audit: 'session.lock',
  onFailure: 'log',
})

/** The user that this browser remembers, by its cookie, with a masked address. */
export const readRemembered = call({
  at: 'GET /api/account/remembered',
  answer: content(z.object({ remembered: z.object({ name: z.string(), email_hint: z.string() }).nullable() })),
  access: 'public',
  onFailure: 'log',
})

/** Signs in the remembered user by the password alone, into their last environment. */
export const signInRemembered = call({
  at: 'POST /api/account/remembered',
  body: z.strictObject({ password: typedPassword }),
  answer: content(SignedIn),
  access: 'public',
  faults: ['notFound', 'invalidPassword', 'signInBusy', 'signInLocked', 'ssoRequired', 'sessionLost'],
  repeat: 'safe',
  rate: 'sign-in',
  onFailure: 'inline',
})

/** Makes this browser forget the remembered user. */
export const forgetRemembered = call({
  at: 'DELETE /api/account/remembered',
  answer: nothing,
  access: 'public',
  repeat: 'safe',
  onFailure: 'log',
})

/** Unlocks the session of the cookie by the user's password, or by a passkey with the options of `askPasskey`. */
export const unlockSession = call({
  at: 'POST /api/account/unlock',
  body: z.strictObject({ password: typedPassword.optional(), passkey: PasskeyAssertion.optional() }),
  answer: content(Session),
  access: 'public',
  faults: ['sessionLost', 'invalidPassword', 'invalidPasskey', 'signInBusy', 'signInLocked', 'ssoRequired'],
  repeat: 'safe',
  rate: 'sign-in',
  onFailure: 'inline',
})

/**
 * A step-up for acts that require it, valid for five minutes: by the second factor, or by the password of a user
 * without one.
 */
export const stepUp = call({
  at: 'POST /api/account/step-up',
  body: z.strictObject({ password: typedPassword.optional(), ...offeredFactor }),
  answer: nothing,
  access: 'anyUser',
  beforeTwoStep: true,
  faults: [
    'invalidPassword',
    'signInBusy',
    'signInLocked',
    'secondFactorNeeded',
    'invalidCode',
    'invalidPasskey',
    'codesLocked',
    'ssoRequired',
  ],
  repeat: 'safe',
  rate: 'sign-in',
  audit: 'session.step-up',
  onFailure: 'inline',
})

/** Changes the password, by the old one, and ends the user's other sessions. */
export const changePassword = call({
  at: 'POST /api/account/change-password',
  body: z.strictObject({ old_password: typedPassword, new_password: newPassword }),
  answer: nothing,
  access: 'anyUser',
  faults: ['invalidPassword', 'signInBusy', 'signInLocked', 'ssoRequired'],
  notice: 'Password changed',
  repeat: 'safe',
  rate: 'sign-in',
  audit: 'account.change-password',
  onFailure: 'inline',
})

/** The user's open sessions, the last used first. */
export const listSessions = call({
  at: 'GET /api/account/sessions',
  answer: content(
    z.array(
      z.object({
        session_id: z.string(),
        /** 'Firefox'; empty where the User-Agent has none. */
        browser: z.string(),
        /** 'Windows', 'iPhone'; empty where the User-Agent has none. */
        system: z.string(),
        address: z.string(),
        created_at: timestamp,
        last_seen_at: timestamp,
        second_factor: z.enum(secondFactors).nullable(),
        is_locked: z.boolean(),
        /** Whether it is the session of this request. */
        is_current: z.boolean(),
      }),
    ),
  ),
  access: 'anyUser',
})

/** Ends one of the user's sessions at once, on every node. */
export const revokeSession = call({
  at: 'DELETE /api/account/sessions/{session_id}',
  params: { session_id: ref('session') },
  answer: nothing,
  access: 'anyUser',
  faults: ['notFound'],
  notice: 'Session ended',
  repeat: 'safe',
  audit: 'session.revoke',
})

/** Ends all other sessions of the user, and makes all browsers forget them. */
export const revokeOtherSessions = call({
  at: 'POST /api/account/sessions/revoke-others',
  answer: nothing,
  access: 'anyUser',
  notice: 'All other sessions ended',
  repeat: 'safe',
  audit: 'session.revoke-others',
})
