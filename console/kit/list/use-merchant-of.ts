import { useUser } from '#console/kit/auth/session.ts'

/** The key of the merchant of a row, where that is another than the user's own: a master's list has those of all. Else empty. */
export function useMerchantOf(): (row: object) => string {
  const { iamportKey } = useUser()
  return (row) => {
    const { merchant_key: key = '' } = row as { merchant_key?: string }
    return key === iamportKey ? '' : key
  }
}
