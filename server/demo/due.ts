import type { Owner } from '#server/kit/ctx.ts'

/** A part of the demo that is made after its merchant, in a transaction of its own. */
type Part =
  | 'history'
  | 'invoices'
  | 'subscriptions'
  | 'accounts'
  | 'agreed'
  | 'remittances'
  | 'remittances_live'
  | ReconPart

/** In the order in which they are made. */
export const reconParts = ['reconciliation', 'recon_closed', 'recon_open', 'recon_decided'] as const
export type ReconPart = (typeof reconParts)[number]

/** Notes that a merchant is to have a part: written with the merchant, so that a start that was killed goes on. */
export const makeDue = (part: Part): string => `
  insert into idempotency_keys (merchant_id, environment, owner, key, operation, fingerprint, created_at)
  values ($1, 'sandbox', 'demo', '${part}', 'loadDemo', '', $2) on conflict do nothing`

/** Notes that a merchant has a part, in the transaction that makes it; no row where another start has made it. */
export const endDue = (part: Part): string => `
  update idempotency_keys set status = 200, answer = '{}'
  where merchant_id = $1 and owner = 'demo' and key = '${part}' and status is null returning merchant_id`

/** Whether a merchant is due a part. */
export const isDue = (part: Part): string =>
  `select merchant_id from idempotency_keys where merchant_id = $1 and owner = 'demo' and key = '${part}' and status is null`

/** A merchant that is due a part. */
export interface Due extends Owner {
  slug: string
  /** The merchant's public key. */
  key: string
}
export const whoIsDue = (part: Part): string => `
  select k.merchant_id as "merchantId", k.environment, slug, m.key from idempotency_keys k join merchants m using (merchant_id)
  where k.owner = 'demo' and k.key = '${part}' and k.status is null order by slug`
