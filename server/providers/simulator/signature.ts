import { createHmac, timingSafeEqual } from 'node:crypto'

export const signatureHeader = 'simulator-signature'

/** The secret of call-backs, derived from the secret key by HMAC, so that it does not reveal the secret key. */
export const callbackSecret = (secretKey: string): Buffer =>
  createHmac('sha256', secretKey).update('simulator call-back secret v1').digest()

/** The header's value: `t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`. */
export function signCallback({ secret, at, body }: { secret: Buffer; at: Date; body: string }): string {
  const seconds = Math.floor(at.getTime() / 1000)
  return `t=${seconds},v1=${signatureOf(secret, String(seconds), body).toString('hex')}`
}

/** Whether the header was made for this body with the secret, at most five minutes from `now` either way. */
export function verifyCallbackSignature(
  header: string | undefined,
  { secret, now, body }: { secret: Buffer; now: Date; body: string },
): boolean {
  const [, seconds, signature] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header ?? '') ?? []
  if (!seconds || !signature) return false
  if (Math.abs(now.getTime() / 1000 - Number(seconds)) > toleranceSeconds) return false
  return timingSafeEqual(Buffer.from(signature, 'hex'), signatureOf(secret, seconds, body))
}

const toleranceSeconds = 300
const signatureOf = (secret: Buffer, seconds: string, body: string): Buffer =>
  createHmac('sha256', secret).update(`${seconds}.${body}`).digest()
