import { z } from 'zod'
import { roles } from './access.ts'
import { call, content, nothing } from './kit/call.ts'
import { ref } from './kit/refs.ts'
import { secret, text, timestamp } from './kit/wire.ts'
import { SsoIdentity, tenantId } from './sso.ts'

/** A merchant's connection to its identity provider. Its secret is never shown again. */
const Connection = z.object({
  tenant_id: z.string(),
  company_name: z.string(),
  issuer: z.string(),
  client_id: z.string(),
  /** The secret as asterisks and its last three characters. */
  client_secret: z.string(),
  scopes: z.array(z.string()),
  enabled: z.boolean(),
  required: z.boolean(),
  /** The administrator who may still use a password when single sign-on is required; null for none. */
  break_glass_user: z.string().nullable(),
  provision: z.boolean(),
  provision_roles: z.array(z.enum(roles)),
  updated_at: timestamp,
  revision: z.int(),
})

const Sso = z.object({
  connection: Connection.nullable(),
  /** A tenant name that is not taken. */
  suggested_tenant_id: z.string(),
  /** The origin of the addresses that the provider needs, such as `<origin>/auth/callback/<tenant>`. */
  origin: z.string(),
  identities: z.array(SsoIdentity),
  /** The choices for `break_glass_user`. */
  administrators: z.array(z.object({ sub_user_id: z.string(), name: z.string(), email_address: z.string() })),
})
export type Sso = z.input<typeof Sso>

/** The connection of the user's merchant with its linked identities. */
export const readSso = call({ at: 'GET /api/single-sign-on', answer: content(Sso), access: 'administration' })

const scope = text(60).regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, { error: 'not_a_scope' })
const issuer = text(500)

/**
 * Creates or changes the connection. An empty secret keeps the present one, except for another issuer, which must
 * not get it. Another issuer removes the identities of the old one; switching off ends the sessions by it. Requiring
 * single sign-on ends all sessions by password.
 */
export const saveSso = call({
  at: 'PUT /api/single-sign-on',
  body: z.strictObject({
    /** Only on creation; it never changes. */
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
    /** The revision that the sender has seen; absent when there was none. */
    revision: z.int().min(0).optional(),
  }),
  answer: content(Sso),
  access: 'administration',
  faults: ['changedMeanwhile', 'duplicateName', 'issuerUnusable', 'ownSsoFirst', 'grantNotHeld', 'denied'],
  notice: 'Single sign-on saved',
  repeat: 'safe',
  rate: 'sign-in',
  stepUp: true,
  audit: 'sso.save',
  onFailure: 'inline',
})

/** Removes the connection with its identities and sessions. */
export const removeSso = call({
  at: 'DELETE /api/single-sign-on',
  answer: nothing,
  access: 'administration',
  faults: ['notFound'],
  notice: 'Single sign-on removed',
  repeat: 'safe',
  stepUp: true,
  audit: 'sso.remove',
})

/** The faults that make a provider unusable. */
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
/** Missing features of a provider that can still be used. */
export const issuerRemarks = ['pkce_unsaid', 'no_logout', 'no_user_info'] as const
export type IssuerRemark = (typeof issuerRemarks)[number]

/** Fetches a provider's metadata and keys as a sign-in does, and reports faults; changes nothing. */
export const testSso = call({
  at: 'POST /api/single-sign-on/test',
  body: z.strictObject({ issuer }),
  answer: content(
    z.object({
      fault: z.enum(issuerFaults).nullable(),
      /** A detail of the fault: an address, a status, the issuer in the metadata. */
      detail: z.string(),
      remarks: z.array(z.enum(issuerRemarks)),
      /** The address of the sign-in; empty with a fault. */
      sign_in_at: z.string(),
    }),
  ),
  access: 'administration',
  repeat: 'safe',
  rate: 'sign-in',
  onFailure: 'inline',
})

/** Unlinks another user's identity and ends their sessions; only an admin may do so for an admin. */
export const unlinkSsoOf = call({
  at: 'DELETE /api/single-sign-on/identities/{sub_user_id}',
  params: { sub_user_id: ref('user') },
  answer: nothing,
  access: 'administration',
  faults: ['notFound'],
  notice: 'Single sign-on unlinked',
  repeat: 'safe',
  stepUp: true,
  audit: 'sso.unlink-user',
})
