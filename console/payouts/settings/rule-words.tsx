import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Amount } from '#console/kit/details/values.tsx'
import { useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import type { Version } from './rule-values.ts'
import styles from './settings.module.css'

/** The rules of a version in words, one for each line. */
export function RuleWords({ version: { rules, verification } }: { version: Version }): ReactNode {
  const { t } = useTranslation()
  return (
    <>
      <p>{t(($) => (verification ? $.payoutRules.verified : $.payoutRules.notVerified))}</p>
      {rules.length === 0 ? (
        <p>{t(($) => $.payoutRules.noRules)}</p>
      ) : (
        <ul className={styles['words']}>
          {rules.map((rule) => (
            <li key={`${rule.currency} ${rule.on} ${rule.from_amount}`}>
              <strong>
                {t(($) => $.payoutRules.subjects[rule.on])} {t(($) => $.payoutRules.from)}{' '}
                <Amount value={rule.from_amount} currency={rule.currency} />
              </strong>
              <ol>
                {rule.levels.map((level, at) => (
                  <li key={at}>
                    <LevelWords {...level} users={level.users.map(({ name }) => name)} />
                  </li>
                ))}
              </ol>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** How many of whom. */
export function LevelWords({
  need,
  roles,
  users,
}: {
  need: number
  roles: readonly string[]
  users: readonly string[]
}): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const of = users.length > 0 ? users : roles.map((role) => wireWord('roles', role))
  const names = new Intl.ListFormat(language, { type: 'disjunction' }).format(of)
  return t(($) => $.payoutRules.levelOf, { need, of: names })
}
