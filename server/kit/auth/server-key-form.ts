import { hash, randomBytes } from 'node:crypto'
import type { Environment } from '#contract/kit/wire.ts'
import { merchantHint } from './merchant-hint.ts'
import { base62, newToken } from './token.ts'

/**
 * The form of a server key: `chs_<environment>_<id>_<secret>`. The id is eight random base62 characters and the merchant's hint
 * (`merchant-hint.ts`); the secret is 256 random bits as 43 base64url characters.
 */
export const serverKeyForm = /^chs_(?:sandbox|live)_[0-9A-Za-z]{12}_[\w-]{43}$/

/** The id in a text of this form. */
export const keyIdIn = (key: string): string => key.split('_')[2] as string

export const newKeyId = (merchantId: string): string =>
  base62(BigInt(`0x${randomBytes(6).toString('hex')}`) % 62n ** 8n, 8) + merchantHint(merchantId)

export const newServerKey = (environment: Environment, keyId: string): string =>
  `chs_${environment}_${keyId}_${newToken()}`

/** The stored form: SHA-256 of the whole key, which suffices for 256 random bits. */
export const hashServerKey = (key: string): Buffer => hash('sha256', key, 'buffer')
