import { createHmac } from 'node:crypto'
import { newTokenOf } from './merchant-hint.ts'
import { hashToken } from './token.ts'

/** The opaque tokens that a merchant's server gets for the merchant's secret. */

/** Tells them from sessions' tokens, and from tokens that a server signs. */
const prefix = 'cht_'

export const newAuthToken = (merchantId: string): string => prefix + newTokenOf(merchantId)
/** The stored form of a token. */
export const hashAuthToken = (token: string): Buffer => hashToken(token.slice(prefix.length))

/** The auth token of a header; undefined for any other. */
export const authTokenIn = (authorization: string | undefined): string | undefined =>
  /^Bearer (cht_[\w-]{43}\w{4})$/.exec(authorization ?? '')?.[1]

/** Names the secret by which a token was made, without telling anything of it. */
export const makerOf = (secret: string): Buffer => createHmac('sha256', secret).update('auth-token').digest()
