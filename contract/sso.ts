import { z } from 'zod'
import { call, content, nothing, redirect } from './kit/call.ts'
import { ref } from './kit/refs.ts'
import { email, oneTimeToken, text, timestamp, typedPassword } from './kit/wire.ts'
import { Challenge, Session } from './session.ts'

/** A tenant's public name, as it stands in addresses. */
export const tenantId = z
  .string()
  .trim()
  .regex(/^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/, { error: 'not_a_tenant' })

/** What the sign-in page of a tenant shows; nothing tells an unknown one from one that is switched off. */
export const readTenant = call({
  at: 'GET /api/sso/{tenant}',
  params: { tenant: ref('ssoTenant') },
  answer: content(z.object({ tenant_id: z.string(), company_name: z.string() })),
  access: 'public',
  faults: ['notFound'],
  rate: 'sign-in',
  onFailure: 'inline',
})

/**
 * Begins a sign-in: the address at the provider that the browser is to go to. It is held to this browser by a cookie.
 */
export const beginSso = call({
  at: 'POST /api/sso/{tenant}/begin',
  params: { tenant: ref('ssoTenant') },
  /** Where to go on afterwards, a path of the console. */
  body: z.strictObject({ redirectFrom: text(2048).optional() }),
  answer: content(z.object({ url: z.string() })),
  access: 'public',
  faults: ['notFound', 'ssoFailed'],
  repeat: 'safe',
  rate: 'sign-in',
  onFailure: 'inline',
})

const return_to = z.string()
/**
 * What comes of a sign-in at a provider: the session, or the second factor that is asked for first; `proved` when it was
 * only asked who is there; or what is to be linked, when nobody here has this identity yet.
 */
export const SsoOutcome = z.union([
  Session.extend({ return_to }),
  Challenge.extend({ return_to }),
  z.object({ proved: z.literal(true) }),
  z.object({
    /** Goes on by {@link linkSso} or {@link mailSsoLink}, in this browser. */
    linkToken: z.string(),
    /** What the provider calls them; it says nothing about whose login is theirs. */
    provider_email: z.string(),
  }),
])
export type SsoOutcome = z.input<typeof SsoOutcome>

/** Ends a sign-in by what the provider has put into the address: code, state and issuer are checked, once. */
export const finishSso = call({
  at: 'POST /api/sso/{tenant}/finish',
  params: { tenant: ref('ssoTenant') },
  /** The address' query, as it came. */
  body: z.strictObject({ query: text(8_192, 0) }),
  answer: content(SsoOutcome),
  access: 'public',
  faults: ['ssoFailed', 'sessionLost'],
  repeat: 'safe',
  rate: 'sign-in',
  onFailure: 'inline',
})

/** Links the identity to a login, whose password this is; then it is signed in. */
export const linkSso = call({
  at: 'POST /api/sso/{tenant}/link',
  params: { tenant: ref('ssoTenant') },
  body: z.strictObject({ linkToken: oneTimeToken, username: text(254), password: typedPassword }),
  answer: content(SsoOutcome),
  access: 'public',
  faults: ['ssoFailed', 'invalidPassword', 'signInBusy', 'signInLocked', 'sessionLost'],
  repeat: 'safe',
  rate: 'sign-in',
  onFailure: 'inline',
})

/**
 * Writes to a user of the tenant the link that confirms that the identity is theirs; the answer tells nothing of the
 * address.
 */
export const mailSsoLink = call({
  at: 'POST /api/sso/{tenant}/mail',
  params: { tenant: ref('ssoTenant') },
  body: z.strictObject({ linkToken: oneTimeToken, email_address: email }),
  answer: nothing,
  access: 'public',
  faults: ['ssoFailed'],
  notice: 'If this address is one of theirs, a link to confirm it is on its way. Open it in this browser.',
  repeat: 'safe',
  rate: 'sign-in',
  onFailure: 'inline',
})

/** Links the identity by the link of the mail, in the browser that has proven the identity; then it is signed in. */
export const confirmSsoLink = call({
  at: 'POST /api/sso/confirm',
  body: z.strictObject({ mailToken: oneTimeToken }),
  answer: content(SsoOutcome),
  access: 'public',
  faults: ['linkInvalid', 'ssoFailed', 'sessionLost'],
  repeat: 'safe',
  rate: 'sign-in',
  onFailure: 'inline',
})

/** Begins a fresh proof of who is there at the provider, for acts that ask for it; ends by {@link finishSso}. */
export const beginSsoStepUp = call({
  at: 'POST /api/account/step-up/sso',
  answer: content(z.object({ url: z.string() })),
  access: 'anyUser',
  beforeTwoStep: true,
  faults: ['wrongState', 'ssoFailed'],
  repeat: 'keyed',
  unaudited: 'makes a challenge that is void in minutes; what is done with it has its row',
  rate: 'sign-in',
  onFailure: 'inline',
})

/** Who a user is at the provider. */
export const SsoIdentity = z.object({
  sub_user_id: z.string(),
  name: z.string(),
  email_address: z.string(),
  /** Who they are at the provider. */
  subject: z.string(),
  created_at: timestamp,
  last_used_at: timestamp,
})

/** The user's own identity at the provider, and the tenant that it would be of. */
export const readOwnSso = call({
  at: 'GET /api/account/sso',
  answer: content(
    z.object({
      tenant: z.object({ tenant_id: z.string(), company_name: z.string(), issuer: z.string() }).nullable(),
      identity: SsoIdentity.nullable(),
    }),
  ),
  access: 'anyUser',
})

/** Takes the user's own identity away and ends their other sessions. */
export const unlinkSso = call({
  at: 'DELETE /api/account/sso',
  answer: nothing,
  access: 'anyUser',
  faults: ['notFound'],
  notice: 'Single sign-on unlinked',
  repeat: 'safe',
  stepUp: true,
  audit: 'sso.unlink',
})

/**
 * Where the browser leaves when somebody has signed out: to their provider's own sign-out, which sends them back to their
 * tenant's sign-in; straight there where the provider has none, and to everybody's for an unknown tenant. Nothing in the
 * request says where to.
 */
export const leaveThroughSso = call({
  at: 'GET /auth/logout/{company}',
  // A person's browser stands here: whatever the address says, it is led somewhere.
  params: { company: z.string() },
  query: z.looseObject({}),
  answer: redirect,
  access: 'public',
  rate: 'sign-in',
})
