import { createHmac, hkdfSync, timingSafeEqual, type KeyObject } from 'node:crypto'
import type { MasterKey } from './seal.ts'

/** What a signed link is for; one of another purpose is no link at all. */
export type LinkPurpose = 'invite' | 'kyc'

/**
 * The token of a link that is about something in the database: the id, and this installation's signature over all that the
 * link is bound to. The database keeps no token, so none can be read there, and a row that was tampered with has no link.
 */
export function signedToken(master: MasterKey, purpose: LinkPurpose, id: string, bound: readonly string[]): string {
  const [newest] = master
  if (!newest) throw new Error('no master key')
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex')
  return `${bytes.toString('base64url')}.${signature(newest.key, purpose, [id, ...bound]).toString('base64url')}`
}

/** The id that a token claims to be about; null for a text that cannot be one. Nothing is proved by it. */
export function idOfToken(token: string): string | null {
  const match = /^([A-Za-z0-9_-]{22})\.[A-Za-z0-9_-]{43}$/.exec(token)
  if (!match?.[1]) return null
  const hex = Buffer.from(match[1], 'base64url').toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** Whether the token was signed here for just this, in constant time; by any master key that is still known. */
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
  // As JSON, so that no two lists share their text.
  return createHmac('sha256', key).update(JSON.stringify(bound)).digest()
}
