import { z } from 'zod'
import { call, content, nothing } from './kit/call.ts'
import { keyScopes, type KeyScope } from './kit/key-scopes.ts'
import { merchantRef, ref } from './kit/refs.ts'
import { environment, secret, text, timestamp } from './kit/wire.ts'
import { limits } from './limits.ts'

/** How long what was replaced stays good. */
export const overlapHours = [0, 1, 24, 72] as const
/** The ends that a server key may have; null is none. */
export const serverKeyDays = [30, 90, 365, null] as const
export const serverKeyStates = ['active', 'expired', 'revoked'] as const

export const overlap = z.literal([...overlapHours], { error: 'not_a_choice' })
const scopes = z
  .array(z.enum(keyScopes as [KeyScope, ...KeyScope[]], { error: 'not_a_choice' }))
  .min(1, { error: 'required' })
  .max(keyScopes.length)
/** Addresses and networks, IPv4 or IPv6, from which alone the key is accepted. */
const networks = z.array(text(50)).max(limits.serverKeyNetworks, { error: 'too_many' })

export const ServerKey = z.object({
  key_id: z.string(),
  name: z.string(),
  state: z.enum(serverKeyStates),
  scopes: z.array(z.enum(keyScopes as [KeyScope, ...KeyScope[]])),
  /** The scopes that the roles of its maker leave it. */
  scopes_in_force: z.array(z.enum(keyScopes as [KeyScope, ...KeyScope[]])),
  networks: z.array(z.string()),
  /** Whose rights it follows. */
  maker: z.string(),
  created_at: timestamp,
  expires_at: timestamp.nullable(),
  revoked_at: timestamp.nullable(),
  /** Until when what was replaced is good; null when nothing is. */
  previous_valid_until: timestamp.nullable(),
  /** To the minute; null before its first use. */
  last_used_at: timestamp.nullable(),
  last_used_from: z.string(),
})
export type ServerKey = z.input<typeof ServerKey>
/** A key with its text, which is shown only now. */
export const NewServerKey = ServerKey.extend({ server_key: secret(z.string()) })
export type NewServerKey = z.input<typeof NewServerKey>

/** The server keys of the mode, the newest first; of those that are over, the last hundred. */
export const listServerKeys = call({
  at: 'GET /api/merchants/{id}/server-keys',
  params: { id: merchantRef() },
  answer: content(z.array(ServerKey)),
  access: 'webhooks',
})

const changing = { access: 'webhooks', repeat: 'safe', stepUp: true, onFailure: 'inline' } as const
const ofKey = { id: merchantRef(), key_id: ref('serverKey') }

/**
 * Makes a key for the merchant's servers. It is shown only in this answer, which is therefore not stored for repeats. Nobody
 * gives a key a scope for what they may not do themselves, and it loses the scope when they lose the role.
 */
export const createServerKey = call({
  ...changing,
  at: 'POST /api/merchants/{id}/server-keys',
  params: { id: merchantRef() },
  body: z.strictObject({
    name: text(60),
    scopes,
    networks: networks.optional(),
    /** The days until it ends; null for a key without an end. */
    days: z.literal([30, 90, 365], { error: 'not_a_choice' }).nullable(),
    environment: environment.optional(),
  }),
  answer: content(NewServerKey),
  faults: ['duplicateName', 'tooMany', 'scopeNotHeld'],
  notice: 'Server key Created successfully',
  audit: 'server-key.create',
})

/** Changes the fields that are sent, at once and on every node. */
export const updateServerKey = call({
  ...changing,
  at: 'PUT /api/merchants/{id}/server-keys/{key_id}',
  params: ofKey,
  body: z.strictObject({
    name: text(60).optional(),
    scopes: scopes.optional(),
    networks: networks.optional(),
    environment: environment.optional(),
  }),
  answer: content(ServerKey),
  faults: ['notFound', 'duplicateName', 'wrongState', 'scopeNotHeld'],
  notice: 'Server key Updated successfully',
  audit: 'server-key.update',
})

/**
 * Replaces a key by a new one with the same id, name, scopes and life. The old one stays good for the given hours; one that was
 * replaced before ends now. From here on the key follows the rights of who has rotated it.
 */
export const rotateServerKey = call({
  ...changing,
  at: 'POST /api/merchants/{id}/server-keys/{key_id}/rotate',
  params: ofKey,
  body: z.strictObject({ overlap_hours: overlap, environment: environment.optional() }),
  answer: content(NewServerKey),
  faults: ['notFound', 'wrongState', 'scopeNotHeld'],
  audit: 'server-key.rotate',
})

/** Ends a key at once, with what it has replaced. It cannot be taken back. */
export const revokeServerKey = call({
  at: 'POST /api/merchants/{id}/server-keys/{key_id}/revoke',
  params: ofKey,
  answer: nothing,
  access: 'webhooks',
  faults: ['notFound', 'wrongState'],
  notice: 'Server key Revoked successfully',
  audit: 'server-key.revoke',
})
