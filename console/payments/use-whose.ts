import { useActingFor } from '#console/kit/routing/acting-for.tsx'

/**
 * What the address of a payment carries besides its reference: whose it is, where it is not the user's own
 * merchant's.
 */
export function useWhose(): { merchant?: string } {
  const merchant = useActingFor()
  return merchant ? { merchant } : {}
}
