import { z } from 'zod'
import { call, content, nothing, redirect } from './kit/call.ts'
import { ref } from './kit/refs.ts'
import { email, oneTimeToken, text, timestamp, typedPassword } from './kit/wire.ts'
import { Challenge, Session } from './session.ts'

/** A tenant's public name in addresses. */
export const tenantId = z
  .string()
  .trim()
  .regex(/^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/, { error: 'not_a_tenant' })

/**
 * The tenant that a company's name, its name in the address or a work address leads to; null for none, and for a name that
 * several go by. An address counts by its domain alone, so the answer tells of businesses and never of accounts.
 */
export const findSsoTenant = call({
  at: 'POST /api/sso/find',
  body: z.strictObject({ company: text(254) }),
  answer: content(z.object({ tenant_id: z.string().nullable() })),
  access: 'public',
  repeat: 'safe',
  rate: 'sign-in',
  onFailure: 'inline',
})

/** The facts for a tenant's sign-in page. A tenant that is switched off answers like an unknown one. */
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
 * Starts a single sign-on: the authorisation address at the provider. A cookie binds it to this browser.
 */
export const beginSso = call({
  at: 'POST /api/sso/{tenant}/begin',
  params: { tenant: ref('ssoTenant') },
  /** The path of the console to go to afterwards. */
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
 * The outcome of a single sign-on: a session, a challenge of a second factor, `proved` after a step-up, or a token
 * to link an identity that no user has yet.
 */
export const SsoOutcome = z.union([
  Session.extend({ return_to }),
  Challenge.extend({ return_to }),
  z.object({ proved: z.literal(true) }),
  z.object({
    /** The token for {@link linkSso} or {@link mailSsoLink}, in this browser. */
    linkToken: z.string(),
    /** The e-mail address at the provider, which proves nothing about the user's login. */
    provider_email: z.string(),
  }),
])
export type SsoOutcome = z.input<typeof SsoOutcome>

/** Finishes a single sign-on with the parameters of the redirect: code, state and issuer are checked, once. */
export const finishSso = call({
  at: 'POST /api/sso/{tenant}/finish',
  params: { tenant: ref('ssoTenant') },
  /** The query string of the redirect, unchanged. */
  body: z.strictObject({ query: text(8_192, 0) }),
  answer: content(SsoOutcome),
  access: 'public',
  faults: ['ssoFailed', 'sessionLost'],
  repeat: 'safe',
  rate: 'sign-in',
  onFailure: 'inline',
})

/** Links the identity to the user of a password, and signs them in. */
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
 * Sends a user of the tenant a link that confirms the identity as theirs. The answer does not reveal whether the
 * address is known.
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

/** Links the identity by the link of the mail, only in the browser that proved the identity, and signs the user in. */
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

/** Starts a step-up at the identity provider; {@link finishSso} finishes it. */
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

/** A user's identity at the provider. */
export const SsoIdentity = z.object({
  sub_user_id: z.string(),
  name: z.string(),
  email_address: z.string(),
  /** The `sub` claim. */
  subject: z.string(),
  created_at: timestamp,
  last_used_at: timestamp,
})

/** The user's own identity, and the tenant of their merchant. */
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

/** Unlinks the user's own identity and ends their other sessions. */
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
 * Redirects a signed-out browser to the provider's own sign-out, which redirects to the tenant's sign-in. Without a
 * sign-out at the provider it redirects to the tenant's sign-in, and for an unknown tenant to the general one. The
 * request has no influence on the destination otherwise, so it is no open redirect.
 */
export const leaveThroughSso = call({
  at: 'GET /auth/logout/{company}',
  // Any text is accepted, since a person's browser is here and has to be redirected in any case.
  params: { company: z.string() },
  query: z.looseObject({}),
  answer: redirect,
  access: 'public',
  rate: 'sign-in',
})
