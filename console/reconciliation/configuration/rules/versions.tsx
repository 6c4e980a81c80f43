import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReconRules } from '#contract/recon-rules.ts'
import { Time } from '#console/kit/details/values.tsx'
import styles from './rules.module.css'

/** The versions that there were, newest first; before them are the rules of the product. */
export function Versions({ latest: { versions } }: { latest: ReconRules }): ReactNode {
  const { t } = useTranslation()
  if (versions.length === 0) return <p className={styles['about']}>{t(($) => $.matchRules.asDelivered)}</p>
  return (
    <details className={styles['versions']}>
      <summary>{t(($) => $.matchRules.versions, { count: versions.length })}</summary>
      <ol>
        {versions.map(({ version, saved_by, saved_at }) => (
          <li key={version}>
            {t(($) => $.matchRules.version, { version })} · <bdi>{saved_by}</bdi> · <Time at={saved_at} zoned />
          </li>
        ))}
      </ol>
    </details>
  )
}
