import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#console/kit/routing/screen-link.tsx'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import styles from './files.module.css'

const ways = ['upload', 'sftp', 'mail'] as const

/** What there is before anything is set up: the three ways in, and what to do first. */
export function WaysIn(): ReactNode {
  const { t } = useTranslation()
  const denied = useDenied('reconConfiguration')
  return (
    <div className={styles['waysIn']}>
      <h2>{t(($) => $.reconFiles.waysTitle)}</h2>
      <p>{t(($) => $.reconFiles.waysText)}</p>
      <ul>
        {ways.map((way) => (
          <li key={way} data-card>
            <h3>{t(($) => $.reconFiles.ways[way].title)}</h3>
            <p>{t(($) => $.reconFiles.ways[way].text)}</p>
            {!denied && (
              <ButtonLink
                to="reconConfiguration"
                variant={way === 'upload' ? 'filled' : 'default'}
                search={{ tab: way === 'upload' ? 'channels' : 'intake' } as never}
              >
                {t(($) => $.reconFiles.ways[way].act)}
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
      {denied && <p>{t(($) => $.reconFiles.waysDenied)}</p>}
    </div>
  )
}
