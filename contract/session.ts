import { z } from 'zod'
import { roles, rules, type RuleName } from './access.ts'
import { offeredFactor, PasskeyRequest, secondFactors } from './factors.ts'
import { call, content, nothing } from './kit/call.ts'
import { ref } from './kit/refs.ts'
import { environment, newPassword, oneTimeToken, secret, text, timestamp, typedPassword } from './kit/wire.ts'

/** The signed-in user as the console needs it; the merchant's secret is not part of it. */
export const CurrentUser = z.object({
  merchantUuid: z.string(),
  iamportKey: z.string(),
  merchant_name: z.string(),
  /** The address of a picture, or empty. */
  merchant_logo: z.string(),
  subUserUuid: z.string(),
  name: z.string(),
  email_address: z.object({ email: z.string() }),
  roles: z.array(z.enum(roles)),
  /**
   * The user looks at the console as if they had just `roles`, and can change nothing; null when these are their own.
   */
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
  is_live_mode: z.boolean(),
  is_email_verified: z.boolean(),
  /** Whether a second factor is asked for. */
  is_2fa_enabled: z.boolean(),
  /** The merchant wants a second factor and the user has none: until it is set up nothing else can be done. */
  must_set_up_two_step: z.boolean(),
  /** Whether they have an identity at their business' own provider, which is signed in through. */
  sso_enabled: z.boolean(),
  /** The tenant to sign in at and out of; empty where there is none. */
  sso_company: z.string(),
  /** The password opens nothing for them. */
  sso_required: z.boolean(),
  /** Base64 HMAC-SHA256 with the session's signing key over `key|environment|roles`, for the console to check. */
  secure_hash: z.string(),
})
export type CurrentUser = z.infer<typeof CurrentUser>

export const Session = z.object({
  /** Opaque bearer token; kept in memory only. */
  token: secret(z.string()),
  user: CurrentUser,
  /** Signs what this session creates; worthless to any other session. */
  signing_key: secret(z.string()),
  expires_at: timestamp,
})
export type Session = z.input<typeof Session>

/** A login that is proven, but for the second factor. */
export const Challenge = z.object({
  /** Good once and for five minutes, at the address that it was given to. */
  challenge: z.string(),
  /** What the user can prove with. */
  factors: z.array(z.enum(secondFactors)),
})
export type Challenge = z.input<typeof Challenge>
/** What every way to sign in answers: the session, or what is to be answered first. */
export const SignedIn = z.union([Session, Challenge])
export type SignedIn = z.input<typeof SignedIn>

/**
 * Signs a sub-user in by e-mail and password; one text for every failure, in the same time. Who has a second factor gets
 * a challenge in place of the session.
 */
export const signIn = call({
  at: 'POST /api/account/login',
  body: z.strictObject({
    username: text(254),
    password: typedPassword,
    /** Whether this browser greets the user for 30 days; it still asks for the password. */
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

/** Answers the challenge of a sign-in: with a code, a recovery code or a passkey it becomes a session. */
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

/** What the browser is to be asked for when a passkey answers the challenge. */
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

/** A fresh token for a reloaded tab, by the session's cookie; with `environment` it also switches to it. */
export const resumeSession = call({
  at: 'POST /api/account/session',
  body: z.strictObject({ environment: environment.optional() }),
  answer: content(Session),
  access: 'public',
  faults: ['sessionLost', 'sessionLocked', 'denied'],
  repeat: 'safe',
  onFailure: 'log',
})

/** The user as they are now; the console asks on each guarded navigation. */
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

/** Locks the session in every tab: nobody was there for a while. */
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

/** Whom this browser greets, by its cookie. The address is only hinted at. */
export const readRemembered = call({
  at: 'GET /api/account/remembered',
  answer: content(z.object({ remembered: z.object({ name: z.string(), email_hint: z.string() }).nullable() })),
  access: 'public',
  onFailure: 'log',
})

/** Signs in whom this browser remembers, without the name, into the environment where they were last. */
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

/** Has this browser forget whom it greets. */
export const forgetRemembered = call({
  at: 'DELETE /api/account/remembered',
  answer: nothing,
  access: 'public',
  repeat: 'safe',
  onFailure: 'log',
})

/** Opens a session that idling has locked: the cookie says which, the password that it is the same person. */
export const unlockSession = call({
  at: 'POST /api/account/unlock',
  body: z.strictObject({ password: typedPassword }),
  answer: content(Session),
  access: 'public',
  faults: ['sessionLost', 'invalidPassword', 'signInBusy', 'signInLocked', 'ssoRequired'],
  repeat: 'safe',
  rate: 'sign-in',
  onFailure: 'inline',
})

/**
 * Proves anew who is there, for acts that ask for it; good for five minutes. By the second factor, or by the password for
 * who has none.
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

/** Gives the user another password, for who knows the old one, and ends their other sessions. */
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

/** The user's sessions that have not ended, the newest used first. */
export const listSessions = call({
  at: 'GET /api/account/sessions',
  answer: content(
    z.array(
      z.object({
        session_id: z.string(),
        /** 'Firefox'; empty where it does not say. */
        browser: z.string(),
        /** 'Windows', 'iPhone'; empty where it does not say. */
        system: z.string(),
        address: z.string(),
        created_at: timestamp,
        last_seen_at: timestamp,
        second_factor: z.enum(secondFactors).nullable(),
        is_locked: z.boolean(),
        /** The one that asks. */
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

/** Ends all of the user's sessions but the one that asks, and has no browser greet them any more. */
export const revokeOtherSessions = call({
  at: 'POST /api/account/sessions/revoke-others',
  answer: nothing,
  access: 'anyUser',
  notice: 'All other sessions ended',
  repeat: 'safe',
  audit: 'session.revoke-others',
})
