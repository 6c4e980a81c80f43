import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './brand.module.css'

/** The mark and the name of the product; without the name in a folded menu. */
export function Brand({ folded = false }: { folded?: boolean }): ReactNode {
  const { t } = useTranslation()
  return (
    <>
      <span className={styles['mark']} aria-hidden="true" />
      {!folded && <span>{t(($) => $.app.name)}</span>}
    </>
  )
}
