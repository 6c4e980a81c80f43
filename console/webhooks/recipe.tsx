import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeBlock } from '#console/kit/ui/code-block.tsx'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { receiverSample } from './receiver-sample.ts'
import styles from './webhooks.module.css'

/** How a receiver checks that a webhook comes from us: in steps, and as code. */
export function Recipe(): ReactNode {
  const { t } = useTranslation()
  return (
    <>
      <ol className={styles['steps']}>
        <li>{t(($) => $.recipe.raw)}</li>
        <li>{t(($) => $.recipe.time, { header: ltr('webhook-timestamp') })}</li>
        <li>
          {t(($) => $.recipe.hash, {
            message: ltr('{webhook-id}.{webhook-timestamp}.{body}'),
            prefix: ltr('whsec_'),
          })}
        </li>
        <li>{t(($) => $.recipe.compare, { header: ltr('webhook-signature'), version: ltr('v1,') })}</li>
        <li>{t(($) => $.recipe.once, { header: ltr('webhook-id') })}</li>
        <li>{t(($) => $.recipe.answer)}</li>
      </ol>
      <CodeBlock
        code={receiverSample}
        label={t(($) => $.recipe.sample)}
        copy={{ text: receiverSample, label: t(($) => $.recipe.copySample) }}
      />
      <p className={`${styles['prose']} ${styles['below']}`}>
        {t(($) => $.recipe.older, { field: ltr('signature_hash') })}{' '}
        <ScreenLink to="webhooks" search={{ tab: 'keys' }} className={styles['inline']}>
          {t(($) => $.recipe.olderLink)}
        </ScreenLink>
      </p>
    </>
  )
}

/** A word of the wire inside a sentence of any direction. */
const ltr = (text: string) => `\u2066${text}\u2069`
