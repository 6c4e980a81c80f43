import { listMerchantChoices } from '#contract/merchants.ts'
import { useActingFor } from '#console/kit/routing/acting-for.tsx'
import { useCall } from './use-call.ts'

/**
 * Whether the user may change the objects on this screen: always those of their own merchant, and those of a
 * sub-merchant that allows its master to.
 */
export function useWritable(): boolean {
  const merchant = useActingFor()
  const { data } = useCall(listMerchantChoices, {}, { enabled: merchant !== '' })
  return merchant === '' || (data?.find(({ key }) => key === merchant)?.writable ?? false)
}
