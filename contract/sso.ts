import { z } from 'zod'
import { roles } from './access.ts'
import { call, content, nothing } from './kit/call.ts'
import { email, oneTimeToken, secret, text, timestamp, typedPassword } from './kit/wire.ts'
import { Challenge, Session } from './session.ts'

/** Where the browser leaves for the provider's own sign-out; a page of the API, since it only redirects. */
export const ssoLogoutPath = (company: string): string => `/auth/logout/${encodeURIComponent(company)}`

/** A tenant's public name, as it stands in addresses. */
export const tenantId = z
  .string()
  .trim()
  .regex(/^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/, { error: 'not_a_tenant' })

/** What the sign-in page of a tenant shows; nothing tells an unknown one from one that is switched off. */
export const readTenant = call({
  at: 'GET /api/sso/{tenant}',
  answer: content(z.object({ tenant_id: z.string(), company_name: z.string() })),
  access: 'public',
  faults: ['notFound'],
  rate: 'sign-in',
  onFailure: 'inline',
})

/** Begins a sign-in: the address at the provider that the browser is to go to. It is held to this browser by a cookie. */
export const beginSso = call({
  at: 'POST /api/sso/{tenant}/begin',
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
  /** The address' query, as it came. */
  body: z.strictObject({ query: text(8_192, 0) }),
  answer: content(SsoOutcome),
  access: 'public',
  faults: ['ssoFailed'],
  repeat: 'safe',
  rate: 'sign-in',
  onFailure: 'inline',
})

/** Links the identity to a login, whose password this is; then it is signed in. */
export const linkSso = call({
  at: 'POST /api/sso/{tenant}/link',
  body: z.strictObject({ linkToken: oneTimeToken, username: text(254), password: typedPassword }),
  answer: content(SsoOutcome),
  access: 'public',
  faults: ['ssoFailed', 'invalidPassword', 'signInBusy', 'signInLocked'],
  repeat: 'safe',
  rate: 'sign-in',
  onFailure: 'inline',
})

/** Writes to a user of the tenant the link that confirms that the identity is theirs; the answer tells nothing of the address. */
export const mailSsoLink = call({
  at: 'POST /api/sso/{tenant}/mail',
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
  faults: ['linkInvalid', 'ssoFailed'],
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
  rate: 'sign-in',
  onFailure: 'inline',
})

const Identity = z.object({
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
      identity: Identity.nullable(),
    }),
  ),
  access: 'anyUser',
})

/** Takes the user's own identity away and ends their other sessions. */
export const unlinkSso = call({
  at: 'DELETE /api/account/sso',
  answer: nothing,
  access: 'anyUser',
  faults: ['notFound', 'stepUpRequired'],
  notice: 'Single sign-on unlinked',
  repeat: 'safe',
  stepUp: true,
  audit: 'sso.unlink',
})

/** A merchant's connection to its provider. The secret is never shown again. */
const Connection = z.object({
  tenant_id: z.string(),
  company_name: z.string(),
  issuer: z.string(),
  client_id: z.string(),
  /** Asterisks and its last three characters. */
  client_secret: z.string(),
  scopes: z.array(z.string()),
  enabled: z.boolean(),
  required: z.boolean(),
  /** Who may still use the password when it is required; null for nobody. */
  break_glass_user: z.string().nullable(),
  provision: z.boolean(),
  provision_roles: z.array(z.enum(roles)),
  updated_at: timestamp,
  revision: z.int(),
})
export type SsoConnection = z.input<typeof Connection>

const Sso = z.object({
  connection: Connection.nullable(),
  /** A name that is free. */
  suggested_tenant_id: z.string(),
  /** The origin that addresses begin with: `<origin>/auth/callback/<tenant>` is what the provider is told. */
  origin: z.string(),
  identities: z.array(Identity),
  /** Those of whom one may keep the password. */
  administrators: z.array(z.object({ sub_user_id: z.string(), name: z.string(), email_address: z.string() })),
})
export type Sso = z.input<typeof Sso>

/** The connection of the user's merchant, and who is linked. */
export const readSso = call({ at: 'GET /api/single-sign-on', answer: content(Sso), access: 'administration' })

const scope = text(60).regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, { error: 'not_a_scope' })
const issuer = text(500)

/**
 * Makes or changes the connection. A blank secret keeps the one there is, but not for another issuer, which must not get
 * it. Another issuer, or switching off, unlinks or ends what came by the old one. Requiring it ends all sessions that were
 * opened by a password.
 */
export const saveSso = call({
  at: 'PUT /api/single-sign-on',
  body: z.strictObject({
    /** Only when it is made: it never changes. */
    tenant_id: tenantId.optional(),
    company_name: text(120),
    issuer,
    client_id: text(255),
    client_secret: secret(text(512, 0)).optional(),
    scopes: z.array(scope).max(20),
    enabled: z.boolean(),
    required: z.boolean(),
    break_glass_user: z.union([z.uuid(), z.literal('')]).optional(),
    provision: z.boolean(),
    provision_roles: z.array(z.enum(roles)).max(roles.length),
    /** The one that the sender has seen; absent when there was none. */
    revision: z.int().min(0).optional(),
  }),
  answer: content(Sso),
  access: 'administration',
  faults: [
    'changedMeanwhile',
    'duplicateName',
    'issuerUnusable',
    'ownSsoFirst',
    'grantNotHeld',
    'stepUpRequired',
    'denied',
  ],
  notice: 'Single sign-on saved',
  repeat: 'safe',
  rate: 'sign-in',
  stepUp: true,
  audit: 'sso.save',
  onFailure: 'inline',
})

/** Takes the connection away, with all identities and the sessions that came by it. */
export const removeSso = call({
  at: 'DELETE /api/single-sign-on',
  answer: nothing,
  access: 'administration',
  faults: ['notFound', 'stepUpRequired'],
  notice: 'Single sign-on removed',
  repeat: 'safe',
  stepUp: true,
  audit: 'sso.remove',
})

/** What is wrong with a provider, so that it cannot be used. */
export const issuerFaults = [
  'address_refused',
  'unreachable',
  'timeout',
  'tls',
  'too_large',
  'not_found',
  'not_a_provider',
  'issuer_differs',
  'endpoint_refused',
  'no_algorithm',
] as const
export type IssuerFault = (typeof issuerFaults)[number]
/** What it lacks without being useless. */
export const issuerRemarks = ['pkce_unsaid', 'no_logout', 'no_user_info'] as const
export type IssuerRemark = (typeof issuerRemarks)[number]

/** Asks a provider what it can, as a sign-in would; nothing is changed. */
export const testSso = call({
  at: 'POST /api/single-sign-on/test',
  body: z.strictObject({ issuer }),
  answer: content(
    z.object({
      fault: z.enum(issuerFaults).nullable(),
      /** What that is about: an address, a status, the issuer that it says it is. */
      detail: z.string(),
      remarks: z.array(z.enum(issuerRemarks)),
      /** Where people would sign in; empty with a fault. */
      sign_in_at: z.string(),
    }),
  ),
  access: 'administration',
  repeat: 'safe',
  rate: 'sign-in',
  onFailure: 'inline',
})

/** Takes another user's identity away and ends their sessions; only an admin does so for an admin. */
export const unlinkSsoOf = call({
  at: 'DELETE /api/single-sign-on/identities/{sub_user_id}',
  answer: nothing,
  access: 'administration',
  faults: ['notFound', 'stepUpRequired'],
  notice: 'Single sign-on unlinked',
  repeat: 'safe',
  stepUp: true,
  audit: 'sso.unlink-user',
})
