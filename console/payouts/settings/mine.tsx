import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Section } from '#console/kit/details/detail.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import { OwnPhone } from './own-phone.tsx'
import type { Answer } from './rule-values.ts'
import styles from './settings.module.css'

/** What the user may do with payouts, and what is missing for the rest. */
export function Mine({ answer, maySee }: { answer: Answer; maySee: boolean }): ReactNode {
  const { t } = useTranslation()
  return (
    <Section title={t(($) => $.payoutRules.mine)}>
      <ul className={styles['mine']}>
        {answer.mine.map(({ right, why }) => (
          <li key={right}>
            <Icon name={why === '' ? 'check' : 'lock'} />
            <span>
              {t(($) => $.payoutRules.rights[right])}
              {why !== '' && <small>{t(($) => $.payoutRules.whyNot[why])}</small>}
            </span>
          </li>
        ))}
      </ul>
      {maySee && <OwnPhone />}
    </Section>
  )
}
