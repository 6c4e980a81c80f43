import { useTranslation } from 'react-i18next'
import { readMerchant } from '#contract/merchants.ts'
import { mayManage } from '#contract/grants.ts'
import type { SubUser } from '#contract/users.ts'
import { useActingFor } from '#console/kit/routing/acting-for.tsx'
import { useUser } from '#console/kit/auth/session.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { useWritable } from '#console/kit/api/use-writable.ts'

/** Whether the user may change the users of the merchant that the screen is about, and why not. */
export function useMayChange(): { any: boolean; create: boolean; why: string } {
  const { t } = useTranslation()
  const acting = useActingFor() !== ''
  const writable = useWritable()
  const { data } = useCall(readMerchant, {}, { enabled: acting })
  if (!acting) return { any: true, create: true, why: '' }
  if (data?.kind === 'owned') return { any: false, create: false, why: t(($) => $.users.nobodySignsIn) }
  if (data && !writable) return { any: false, create: false, why: t(($) => $.users.masterAccessOff) }
  return { any: writable, create: writable, why: '' }
}

/** Why the user may not change this one, in words; empty when they may. `access` is about roles and letting in. */
export function useWhyNotChange({ subUserUuid, roles }: Pick<SubUser, 'subUserUuid' | 'roles'>): {
  record: string
  access: string
} {
  const { t } = useTranslation()
  const user = useUser()
  const { any, why } = useMayChange()
  if (user.viewing_as) return same(t(($) => $.reasons.VIEWING_AS_ROLE))
  if (!any) return same(why)
  if (!mayManage(user.roles, roles)) return same(t(($) => $.reasons.USER_ABOVE_YOU))
  const own = subUserUuid === user.subUserUuid
  return { record: '', access: own ? t(($) => $.reasons.OWN_ACCESS) : '' }
}
const same = (why: string) => ({ record: why, access: why })
