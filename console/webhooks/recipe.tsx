import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { SampleCode } from './sample-code.tsx'
import styles from './webhooks.module.css'
import { isolatedLtr } from '#console/kit/i18n/bidi.ts'

/** The steps and the code with which a receiver verifies a webhook. */
export function Recipe(): ReactNode {
  const { t } = useTranslation()
  return (
    <>
      <ol className={styles['steps']}>
        <li>{t(($) => $.recipe.raw)}</li>
        <li>{t(($) => $.recipe.time, { header: isolatedLtr('webhook-timestamp') })}</li>
        <li>
          {t(($) => $.recipe.hash, {
            message: isolatedLtr('{webhook-id}.{webhook-timestamp}.{body}'),
            prefix: isolatedLtr('whsec_'),
          })}
        </li>
        <li>{t(($) => $.recipe.compare, { header: isolatedLtr('webhook-signature'), version: isolatedLtr('v1,') })}</li>
        <li>{t(($) => $.recipe.once, { header: isolatedLtr('webhook-id') })}</li>
        <li>{t(($) => $.recipe.answer)}</li>
      </ol>
      <SampleCode />
      <p className={`${styles['prose']} ${styles['below']}`}>
        {t(($) => $.recipe.older, { field: isolatedLtr('signature_hash') })}{' '}
        <ScreenLink to="webhooks" search={{ tab: 'keys' }} className={styles['inline']}>
          {t(($) => $.recipe.olderLink)}
        </ScreenLink>
      </p>
    </>
  )
}
