import { hash, randomBytes } from 'node:crypto'

/** A secret that stands for a session, a reset or an invite: 256 random bits as 43 base64url characters. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What is stored in a token's place: its SHA-256, 32 bytes. Enough for 256 random bits, and found by an index. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')

/**
 * The public reference of a payment or payout: 27 base62 characters that sort (byte by byte: collate "C") by the second
 * they were made in and cannot be guessed. 32 bits of seconds, then 128 random bits: the shape known as KSUID. Throws
 * RangeError before 2014-05-13 and after 2150-06-19, which those seconds cannot tell. Only made-up histories bring 16 bytes
 * of their own.
 */
export function newReference(now: Date, entropy: Buffer = randomBytes(16)): string {
  const seconds = Math.floor(now.getTime() / 1000) - epochSeconds
  if (!(seconds >= 0 && seconds < 2 ** 32)) throw new RangeError('no reference can be made for this time')
  const bytes = Buffer.concat([Buffer.alloc(4), entropy])
  bytes.writeUInt32BE(seconds)
  return base62(BigInt(`0x${bytes.toString('hex')}`), 27)
}

/** KSUID counts its seconds from 2014-05-13T16:53:20Z. */
const epochSeconds = 1_400_000_000

/** In byte order, so that text sorts as the numbers do. */
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

function base62(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest /= 62n) text = alphabet.charAt(Number(rest % 62n)) + text
  return text
}
