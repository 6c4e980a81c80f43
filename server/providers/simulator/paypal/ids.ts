import { randomBytes } from 'node:crypto'

/** An id as PayPal makes them: seventeen letters and digits. */
export const newId = (): string =>
  [...randomBytes(17)].map((byte) => '0123456789ABCDEFGHJKLMNPQRSTUVWX'[byte % 32]).join('')
