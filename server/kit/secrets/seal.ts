import { createCipheriv, createDecipheriv, createHash, createHmac, createSecretKey, randomBytes } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

/**
 * Seals a secret (a channel's credentials, a TOTP seed …) for one place in the database: AES-256-GCM under the newest
 * key of the merchant, a random 96-bit nonce, and the place as additional data, so that it opens nowhere else.
 *
 * Layout: version 1, the key's generation, nonce (12), ciphertext, tag (16). The length of the text shows.
 */
export function seal(keys: MerchantKeys, plaintext: string | Buffer, place: SealPlace): Buffer {
  const newest = keys.wrapped.subarray(0, wrappedLength)
  const header = Buffer.from([version, newest[1] ?? 0])
  const plain = typeof plaintext === 'string' ? Buffer.from(plaintext) : plaintext
  return encrypt(unwrap(keys.master, newest), header, plain, placeBytes(place))
}

/** The secret that was sealed for this place. Throws {@link SealBroken} for any other place, key or byte. */
export const open = (keys: MerchantKeys, sealed: Buffer, place: SealPlace): string =>
  openBytes(keys, sealed, place).toString()

/** As {@link open}, for binary data. */
export function openBytes(keys: MerchantKeys, sealed: Buffer, place: SealPlace): Buffer {
  const generation = sealed[1]
  const wrapped = wrappedKeys(keys.wrapped).find((one) => one[1] === generation)
  if (!wrapped) throw new SealBroken()
  return decrypt(unwrap(keys.master, wrapped), sealed, 2, placeBytes(place))
}

/**
 * A digest of a text under the merchant's first key, which is kept for ever: the same text has the same digest, and without the key
 * nobody can try texts until one fits.
 */
export const keyedDigest = (keys: MerchantKeys, text: string): string => digester(keys)(text)

/** The same for many texts, with the key unwrapped once. */
export function digester(keys: MerchantKeys): (text: string) => string {
  const first = wrappedKeys(keys.wrapped).at(-1)
  if (!first) throw new SealBroken()
  const key = unwrap(keys.master, first)
  return (text) => createHmac('sha256', key).update('digest').update(text).digest('base64url')
}

/** The place of a sealed value in the database; `row` is the row's key within the merchant. */
export interface SealPlace {
  merchantId: string
  table: string
  column: string
  row: string
}

/** The keys of a merchant's secrets: the master key from outside the database, and the wrapped key from inside it. */
export interface MerchantKeys {
  master: MasterKey
  wrapped: Buffer
}

/** The first key wraps; each unwraps its own. */
export type MasterKey = readonly { id: Buffer; key: KeyObject }[]

/**
 * A sealed value or a wrapped key was altered, moved, or made under another key. The error deliberately says no more.
 */
export class SealBroken extends Error {
  override name = 'SealBroken'
  constructor() {
    super('a sealed value does not open here')
  }
}

/**
 * Reads the master key: 32 bytes in Base64. To replace it, give the new and the old key, separated by a comma, until
 * {@link rewrapMerchantKey} has run for all merchants. Throws, without the text, if it is anything else.
 */
export function masterKey(base64: string): MasterKey {
  return base64.split(',').map((text) => {
    const bytes = Buffer.from(text.trim(), 'base64')
    if (bytes.length !== 32 || bytes.toString('base64') !== text.trim())
      throw new Error('a master key is 32 bytes in Base64')
    return {
      id: createHash('sha256').update('master key id').update(bytes).digest().subarray(0, 4),
      key: createSecretKey(bytes),
    }
  })
}

/**
 * A new random key for a merchant, wrapped, to be stored with the merchant. With the `earlier` wrapped keys it becomes
 * the newest generation in front of them: new secrets are sealed under it, older ones still open.
 */
export function newMerchantKey(master: MasterKey, earlier: Buffer = Buffer.alloc(0)): Buffer {
  const generation = (earlier[1] ?? 0) + 1
  if (generation > 255) throw new RangeError('a merchant has at most 255 keys')
  return Buffer.concat([wrap(master, generation, randomBytes(32)), earlier])
}

/** The same keys of a merchant under the newest master key. */
export const rewrapMerchantKey = (master: MasterKey, wrapped: Buffer): Buffer =>
  Buffer.concat(wrappedKeys(wrapped).map((one) => wrap(master, one[1] ?? 0, unwrap(master, one).export())))

/** A secret as an answer may show it: asterisks that do not tell its length, and its last 3 characters if it has 8. */
export function masked(plain: string): string {
  const characters = Array.from(plain)
  return '*'.repeat(10) + (characters.length < 8 ? '' : characters.slice(-3).join(''))
}

const version = 1
/** Version, generation, id of the master key (4), nonce (12), key (32), tag (16). */
const wrappedLength = 66

function wrap(master: MasterKey, generation: number, key: Buffer): Buffer {
  const newest = master[0]
  if (!newest) throw new Error('no master key')
  return encrypt(newest.key, Buffer.concat([Buffer.from([version, generation]), newest.id]), key, wrapLabel)
}

function unwrap(master: MasterKey, wrapped: Buffer): KeyObject {
  const found = master.find(({ id }) => id.equals(wrapped.subarray(2, 6)))
  if (!found) throw new SealBroken()
  return createSecretKey(decrypt(found.key, wrapped, 6, wrapLabel))
}

function wrappedKeys(wrapped: Buffer): Buffer[] {
  if (wrapped.length === 0 || wrapped.length % wrappedLength !== 0) throw new SealBroken()
  return Array.from({ length: wrapped.length / wrappedLength }, (_, at) =>
    wrapped.subarray(at * wrappedLength, (at + 1) * wrappedLength),
  )
}

function encrypt(key: KeyObject, header: Buffer, plain: Buffer, associated: Buffer): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.concat([header, associated]))
  return Buffer.concat([header, nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

function decrypt(key: KeyObject, sealed: Buffer, headerLength: number, associated: Buffer): Buffer {
  if (sealed[0] !== version || sealed.length < headerLength + 28) throw new SealBroken()
  const header = sealed.subarray(0, headerLength)
  const nonce = sealed.subarray(headerLength, headerLength + 12)
  const cipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: 16 })
  cipher.setAAD(Buffer.concat([header, associated])).setAuthTag(sealed.subarray(-16))
  try {
    return Buffer.concat([cipher.update(sealed.subarray(headerLength + 12, -16)), cipher.final()])
  } catch {
    throw new SealBroken()
  }
}

/** Each part is preceded by its length, so that different places, and a place and a wrapped key, never encode alike. */
const placeBytes = ({ merchantId, table, column, row }: SealPlace): Buffer =>
  lengthPrefixed(['sealed', merchantId, table, column, row])

function lengthPrefixed(parts: string[]): Buffer {
  return Buffer.concat(
    parts.flatMap((part) => {
      const text = Buffer.from(part)
      const length = Buffer.alloc(4)
      length.writeUInt32BE(text.length)
      return [length, text]
    }),
  )
}

const wrapLabel = lengthPrefixed(['merchant key'])
