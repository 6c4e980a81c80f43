import { hash, randomBytes } from 'node:crypto'
import { base62, newToken, secondsOf } from './token.ts'

/**
 * A hint of the merchant in tokens and public references, so that a look-up reads the tables of one merchant: four
 * base62 characters of the SHA-256 of the merchant id, as `merchant_hint` of the database computes them. Several
 * merchants may share a hint. The hint is no secret and grants nothing: the hash of the whole token, or the whole
 * reference, decides.
 */
export function merchantHint(merchantId: string): string {
  const bytes = hash('sha256', Buffer.from(merchantId.replaceAll('-', ''), 'hex'), 'buffer')
  return [0, 1, 2, 3].map((at) => base62(BigInt(bytes.readUInt8(at) % 62), 1)).join('')
}

/** A token that belongs to one merchant: 256 random bits as 43 base64url characters, and the hint. */
export const newTokenOf = (merchantId: string): string => newToken() + merchantHint(merchantId)

/** Older tokens carry no hint and stay valid. */
export const isToken = (text: string | undefined): text is string =>
  text !== undefined && /^[A-Za-z0-9_-]{43}(?:[A-Za-z0-9]{4})?$/.test(text)

/**
 * The public reference of a payable: 27 base62 characters that sort by the second of creation, after all of {@link
 * newReference}. 32 bits of seconds and 103 random bits in 23 characters, then the hint. Throws RangeError where
 * `newReference` does.
 */
export function newReferenceOf(merchantId: string, now: Date): string {
  const random = BigInt(`0x${randomBytes(13).toString('hex')}`) >> 1n
  return base62(firstWithHint + (BigInt(secondsOf(now)) << 103n) + random, 23) + merchantHint(merchantId)
}
/** Above the first 23 characters of every reference of 2^160 - 1 at most. */
const firstWithHint = 2n ** 160n / 62n ** 4n + 1n
