import { randomBytes } from 'node:crypto'
import { hmacBase64 } from '#server/kit/auth/signature.ts'

/**
 * The headers of a webhook by the Standard Webhooks scheme: its id, the seconds of this attempt, and `v1,` + Base64
 * HMAC-SHA256 over `id.seconds.body`. While a secret is being replaced, give the new and the old one: there is a
 * signature by each, parted by spaces, and a receiver needs to know one of them.
 *
 * `id` stays the same over all attempts and has no dot; `body` is the exact text sent. Throws for a secret that
 * {@link newWebhookSecret} could not have made.
 */
export function webhookHeaders({ id, timestamp, body, secrets }: SignedWebhook): WebhookHeaders {
  const seconds = Math.floor(timestamp.getTime() / 1000)
  if (!/^[\w-]+$/.test(id) || !Number.isSafeInteger(seconds) || secrets.length === 0)
    throw new Error('a webhook needs an id without a dot, a time and a secret')
  const signatures = secrets.map((secret) => `v1,${hmacBase64(`${id}.${seconds}.${body}`, secretBytes(secret))}`)
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': signatures.join(' ') }
}

export interface SignedWebhook {
  id: string
  timestamp: Date
  body: string
  /** `whsec_…`, the newest first. */
  secrets: readonly string[]
}

export type WebhookHeaders = Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>

/** A secret for a merchant's receiver: `whsec_` and 32 random bytes in Base64. */
export const newWebhookSecret = (): string => secretPrefix + randomBytes(32).toString('base64')

const secretPrefix = 'whsec_'

/** The scheme has 24 to 64 bytes. */
function secretBytes(secret: string): Buffer {
  const bytes = Buffer.from(secret.slice(secretPrefix.length), 'base64')
  const whole = secretPrefix + bytes.toString('base64') === secret
  if (!whole || bytes.length < 24 || bytes.length > 64)
    throw new Error('a webhook secret is whsec_ and 24 to 64 bytes in Base64')
  return bytes
}
