import { useTranslation } from 'react-i18next'
import { readMerchant } from '#contract/merchants.ts'
import { mayManage } from '#contract/grants.ts'
import type { SubUser } from '#contract/users.ts'
import { useActingFor } from '#console/kit/routing/acting-for.tsx'
import { useUser } from '#console/kit/auth/session.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { useWritable } from '#console/kit/routing/use-denied.ts'

/** Whether the user may change users of the screen's merchant, and the reason if not. */
export function useMayChange(): { any: boolean; create: boolean; why: string } {
  const { t } = useTranslation()
  const acting = useActingFor() !== ''
  const writable = useWritable() ?? false
  const { data } = useCall(readMerchant, {}, { enabled: acting })
  if (!acting) return { any: true, create: true, why: '' }
  if (data?.kind === 'owned') return { any: false, create: false, why: t(($) => $.users.nobodySignsIn) }
  if (data && !writable) return { any: false, create: false, why: t(($) => $.users.masterAccessOff) }
  return { any: writable, create: writable, why: '' }
}

/** The reasons why the user may not change another user; empty when they may. `access` covers roles and activation. */
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
