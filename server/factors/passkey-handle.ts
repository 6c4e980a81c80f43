import type { Login } from '#server/kit/auth/login.ts'

/**
 * The name by which a passkey knows its user: merchant and user, 32 bytes. It is a name and no proof. With the merchant in
 * it, a sign-in that names nobody reads the rows of one merchant.
 */
export const handleOf = ({ merchantId, subUserId }: Login): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from((merchantId + subUserId).replaceAll('-', ''), 'hex'))

/** The user of a handle in base64url; null for other handles, such as those of passkeys that were second factors only. */
export function loginIn(handle: string | undefined): Login | null {
  const bytes = Buffer.from(handle ?? '', 'base64url')
  if (bytes.length !== 32) return null
  const [merchantId, subUserId] = [bytes.subarray(0, 16), bytes.subarray(16)].map((half) =>
    half.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
  )
  return { merchantId: merchantId ?? '', subUserId: subUserId ?? '' }
}
