import { hash, randomBytes } from 'node:crypto'

/** A secret that stands for a session, a reset or an invite: 256 random bits as 43 base64url characters. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/**
 * The stored form of a token: its SHA-256, 32 bytes. A plain hash suffices for 256 random bits and can be indexed. The
 * hint of a token that carries one follows (`merchant-hint.ts`), which a look-up by the hash uses.
 */
export function hashToken(token: string): Buffer {
  const own = hash('sha256', token, 'buffer')
  return token.length === 47 ? Buffer.concat([own, Buffer.from(token.slice(43))]) : own
}

/**
 * The public reference of a payment or payout: 27 base62 characters that sort (byte by byte: collate "C") by the second
 * of creation and cannot be guessed. 32 bits of seconds, then 128 random bits, as in KSUID. Throws RangeError before
 * 2014-05-13 and after 2150-06-19, the range of those seconds. Only generated histories pass 16 bytes of entropy.
 */
export function newReference(now: Date, entropy: Buffer = randomBytes(16)): string {
  const bytes = Buffer.concat([Buffer.alloc(4), entropy])
  bytes.writeUInt32BE(secondsOf(now))
  return base62(BigInt(`0x${bytes.toString('hex')}`), 27)
}

/** The time of a reference. */
export function secondsOf(now: Date): number {
  const seconds = Math.floor(now.getTime() / 1000) - epochSeconds
  if (!(seconds >= 0 && seconds < 2 ** 32)) throw new RangeError('no reference can be made for this time')
  return seconds
}

/** KSUID counts its seconds from 2014-05-13T16:53:20Z. */
const epochSeconds = 1_400_000_000

/** In byte order, so that texts sort as their numbers do. */
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Padded to `length` characters. */
export function base62(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest /= 62n) text = alphabet.charAt(Number(rest % 62n)) + text
  return text
}
