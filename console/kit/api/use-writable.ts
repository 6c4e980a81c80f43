import { listMerchantChoices } from '#contract/merchants.ts'
import { useActingFor } from '#console/kit/routing/acting-for.tsx'
import { useCall } from './use-call.ts'

/** Whether the user may change what is here: their own always, a sub-merchant's where it lets its master. */
export function useWritable(): boolean {
  const merchant = useActingFor()
  const { data } = useCall(listMerchantChoices, {}, { enabled: merchant !== '' })
  return merchant === '' || (data?.find(({ key }) => key === merchant)?.writable ?? false)
}
