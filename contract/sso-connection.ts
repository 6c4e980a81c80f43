import { z } from 'zod'
import { roles } from './access.ts'
import { call, content, nothing } from './kit/call.ts'
import { ref } from './kit/refs.ts'
import { secret, text, timestamp } from './kit/wire.ts'
import { SsoIdentity, tenantId } from './sso.ts'

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
  identities: z.array(SsoIdentity),
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
  faults: ['changedMeanwhile', 'duplicateName', 'issuerUnusable', 'ownSsoFirst', 'grantNotHeld', 'denied'],
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
  faults: ['notFound'],
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
  params: { sub_user_id: ref('user') },
  answer: nothing,
  access: 'administration',
  faults: ['notFound'],
  notice: 'Single sign-on unlinked',
  repeat: 'safe',
  stepUp: true,
  audit: 'sso.unlink-user',
})
