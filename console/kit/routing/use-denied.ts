import { denial, type Denial, type RuleName } from '#contract/access.ts'
import { listMerchantChoices } from '#contract/merchants.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { accessOf, useUser } from '#console/kit/auth/session.ts'
import { useActingFor } from './acting-for.tsx'

/**
 * Why the user may not change anything of this kind on this screen; null when they may. Beside their roles and flags it is
 * `view_only` for a master whose sub-merchant lets it look alone, and `unknown` until that is known. Every act that a screen
 * offers asks here; screens and rows that are only read ask `allowed`.
 */
export function useDenied(rule: RuleName): Denial | 'view_only' | 'unknown' | null {
  const denied = denial(rule, accessOf(useUser()))
  const writable = useWritable()
  if (denied) return denied
  return writable === undefined ? 'unknown' : writable ? null : 'view_only'
}

/** Whether the screen's merchant lets the user change its objects: one's own always does. Undefined until it is known. */
export function useWritable(): boolean | undefined {
  const merchant = useActingFor()
  const { data } = useCall(listMerchantChoices, {}, { enabled: merchant !== '' })
  return merchant === '' || (data && (data.find(({ key }) => key === merchant)?.writable ?? false))
}

/** The name of the merchant that the user acts for; empty for their own. */
export function useActingName(): string {
  const merchant = useActingFor()
  const { data } = useCall(listMerchantChoices, {}, { enabled: merchant !== '' })
  return data?.find(({ key }) => key === merchant)?.name ?? merchant
}
