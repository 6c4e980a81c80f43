import { useTranslation } from 'react-i18next'
import { allowed, rules } from '#contract/access.ts'
import { listUsers } from '#contract/users.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { accessOf, useUser } from '#console/kit/auth/session.ts'
import type { Choices } from '#console/kit/list/filter-control.tsx'

/** Who can look after an exception: administrators choose among whoever works with exceptions, others themselves. */
export function useOwners(): Choices {
  const { t } = useTranslation()
  const user = useUser()
  const mayChoose = allowed('administration', accessOf(user))
  const people = useCall(listUsers, { path: { key: user.merchantUuid } }, { enabled: mayChoose })
  const others = (people.data ?? []).filter(
    ({ subUserUuid: id, status, roles }) =>
      id !== user.subUserUuid && status === 'active' && roles.some((role) => rules.reconData.who.some((one) => one === role)),
  )
  return [
    { value: user.subUserUuid, label: t(($) => $.reconExceptions.me, { name: user.name }) },
    ...others.map(({ subUserUuid: value, name }) => ({ value, label: name })),
  ]
} // prettier-ignore
