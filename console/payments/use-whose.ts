import { useActingFor } from '#console/kit/routing/acting-for.tsx'

/**
 * The parameter `merchant` of a payment's address, where the payment is not of the user's own merchant.
 */
export function useWhose(): { merchant?: string } {
  const merchant = useActingFor()
  return merchant ? { merchant } : {}
}
