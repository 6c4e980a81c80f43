import { createHash, randomBytes } from 'node:crypto'

/** An id as PayPal makes them: seventeen letters and digits. */
export const newId = (): string =>
  [...randomBytes(17)].map((byte) => '0123456789ABCDEFGHJKLMNPQRSTUVWX'[byte % 32]).join('')

/** PayPal's id of an account: thirteen of its letters and digits. */
export function merchantIdOf(account: string): string {
  const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
  const digest = createHash('sha256').update(account).digest()
  return [...digest.subarray(0, 13)].map((byte) => letters[byte % letters.length]).join('')
}
