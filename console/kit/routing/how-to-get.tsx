import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { RuleName } from '#contract/access.ts'
import { rolesFor } from '#contract/grants.ts'
import { verifyPermissions } from '#contract/users.ts'
import { ActingFor } from './acting-for.tsx'
import { useUser } from '#console/kit/auth/session.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import { isolated } from '#console/kit/i18n/bidi.ts'

/** The roles that satisfy a rule, and the users who can grant one. */
export default function HowToGet({ rule }: { rule: RuleName }): ReactNode {
  return (
    // The permissions are the user's own, even on a screen that acts for a sub-merchant.
    <ActingFor merchant={useUser().iamportKey}>
      <Asked rule={rule} />
    </ActingFor>
  )
}

function Asked({ rule }: { rule: RuleName }): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const language = useLanguage()
  const { data } = useCall(verifyPermissions, { path: { id: user.subUserUuid }, body: { permissions: rule } })
  const listed = (names: readonly string[], type: 'disjunction' | 'conjunction') =>
    new Intl.ListFormat(language, { type }).format(names.map((name) => isolated(name)))
  const words = rolesFor(rule).map((role) => wireWord('roles', role))
  return (
    <>
      <p>{t(($) => $.users.rolesThatMay, { roles: listed(words, 'disjunction') })}</p>
      {data && data.administrators.length > 0 && (
        <p>{t(($) => $.users.whoGrants, { names: listed(data.administrators, 'disjunction') })}</p>
      )}
      {data?.administrators.length === 0 && <p>{t(($) => $.users.nobodyGrants)}</p>}
    </>
  )
}
