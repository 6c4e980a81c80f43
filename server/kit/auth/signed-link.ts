import { createHmac, hkdfSync, timingSafeEqual, type KeyObject } from 'node:crypto'
import type { MasterKey } from '#server/kit/secrets/seal.ts'

/** The purposes of signed links; a link is valid for its own purpose only. */
export type LinkPurpose = 'invite' | 'kyc'

/**
 * The token of a link about an object in the database: its id, and the installation's signature over all terms of the
 * link. The database stores no token, so none can be read there, and a row that was tampered with has no valid link.
 */
export function signedToken(master: MasterKey, purpose: LinkPurpose, id: string, bound: readonly string[]): string {
  const [newest] = master
  if (!newest) throw new Error('no master key')
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex')
  return `${bytes.toString('base64url')}.${signature(newest.key, purpose, [id, ...bound]).toString('base64url')}`
}

/** The id that a token claims; null for a malformed text. The claim is unverified. */
export function idOfToken(token: string): string | null {
  const match = /^([A-Za-z0-9_-]{22})\.[A-Za-z0-9_-]{43}$/.exec(token)
  if (!match?.[1]) return null
  const hex = Buffer.from(match[1], 'base64url').toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/**
 * Whether the token was signed by this installation for exactly these terms, by any known master key; in constant time.
 */
export function isSigned(
  master: MasterKey,
  purpose: LinkPurpose,
  token: string,
  { id, bound }: { id: string; bound: readonly string[] },
): boolean {
  const given = Buffer.from(token.split('.')[1] ?? '', 'base64url')
  if (given.length !== 32 || idOfToken(token) !== id) return false
  return master.some(({ key }) => timingSafeEqual(given, signature(key, purpose, [id, ...bound])))
}

function signature(master: KeyObject, purpose: LinkPurpose, bound: readonly string[]): Buffer {
  const key = Buffer.from(hkdfSync('sha256', master.export(), '', `signed link|${purpose}`, 32))
  // JSON encodes different lists differently.
  return createHmac('sha256', key).update(JSON.stringify(bound)).digest()
}
