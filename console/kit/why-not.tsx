import { Popover } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { denial, type RuleName } from '#contract/access.ts'
import { rolesFor } from '#contract/grants.ts'
import { verifyPermissions } from '#contract/users.ts'
import { ActingFor } from './acting-for.tsx'
import { accessOf, useUser } from './session.ts'
import { useCall } from './use-call.ts'
import { useLanguage, wireWord } from './words.ts'
import styles from './why-not.module.css'

/**
 * Why the user may not do what the rule covers: the reason, and behind 'Why?' the roles that would do and who can grant
 * them. Draws nothing for what they may.
 * @param says the reason in words of the place.
 */
export function WhyNot({ rule, says }: { rule: RuleName; says?: string }): ReactNode {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const denied = denial(rule, accessOf(useUser()))
  if (!denied) return null
  return (
    <span className={styles['why']}>
      {says ?? wireWord('denials', denied)}
      {denied === 'role' && (
        <Popover opened={opened} onChange={setOpened} width={320} position="bottom-end" trapFocus withRoles>
          <Popover.Target>
            <button type="button" className={styles['ask']} onClick={() => setOpened(!opened)}>
              {t(($) => $.users.why)}
            </button>
          </Popover.Target>
          <Popover.Dropdown>
            <div className={styles['card']} tabIndex={-1} data-autofocus>
              <HowToGet rule={rule} />
            </div>
          </Popover.Dropdown>
        </Popover>
      )}
    </span>
  )
}

/** Which roles would do, and who can grant one of them. */
export function HowToGet({ rule }: { rule: RuleName }): ReactNode {
  return (
    // It is about the user themselves, whomever the screen acts for.
    <ActingFor merchant="">
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
    new Intl.ListFormat(language, { type }).format(names.map((name) => `\u2068${name}\u2069`))
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
