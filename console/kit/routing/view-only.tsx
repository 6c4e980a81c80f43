import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { useActingName } from './use-denied.ts'
import styles from './why-not.module.css'

/** The reason of a master's who may only look: the merchant has not let it change anything. */
export function ViewOnly(): ReactNode {
  const { t } = useTranslation()
  return <span className={styles['why']}>{t(($) => $.detail.viewOnly, { merchant: isolated(useActingName()) })}</span>
}
