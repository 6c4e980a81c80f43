import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CopiedReference, LeftToRight } from '#console/kit/details/values.tsx'
import { Notice } from '#console/kit/ui/notice.tsx'
import styles from './intake.module.css'

/** What a mailbox has sent to have its forwarding confirmed. Nobody follows the link but the reader. */
export function Forwarding({ code, link }: { code: string; link: string }): ReactNode {
  const { t } = useTranslation()
  if (code === '' && link === '') return null
  return (
    <Notice title={t(($) => $.reconIntake.forwardingTitle)}>
      <p>{t(($) => $.reconIntake.forwardingText)}</p>
      <dl className={styles['keys']}>
        {code !== '' && (
          <div>
            <dt>{t(($) => $.reconIntake.code)}</dt>
            <dd>
              <CopiedReference copy={t(($) => $.reconIntake.copyCode)}>{code}</CopiedReference>
            </dd>
          </div>
        )}
        {link !== '' && (
          <div>
            <dt>{t(($) => $.reconIntake.link)}</dt>
            <dd>
              <a href={link} target="_blank" rel="noopener noreferrer">
                <LeftToRight>{link}</LeftToRight>
              </a>
            </dd>
          </div>
        )}
      </dl>
    </Notice>
  )
}
