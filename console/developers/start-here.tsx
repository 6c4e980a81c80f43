import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Section } from '#console/kit/details/detail.tsx'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { CodeBlock } from '#console/kit/ui/code-block.tsx'
import { errorSample, tokenSample } from './guide-samples.ts'
import styles from './reference.module.css'

/** What a developer needs before the first call: how to sign in, sign, choose a mode, repeat and listen. */
export function StartHere(): ReactNode {
  const { t } = useTranslation()
  return (
    <article className={styles['operation']}>
      <h2 className={styles['title']}>{t(($) => $.apiGuide.title)}</h2>
      <p className={styles['prose']}>{t(($) => $.apiGuide.lead)}</p>
      <Section title={t(($) => $.apiGuide.authentication)}>
        <p className={styles['prose']}>{t(($) => $.apiGuide.authenticationText)}</p>
        <CodeBlock
          code={tokenSample}
          label={t(($) => $.apiGuide.tokenSample)}
          copy={{ text: tokenSample, label: t(($) => $.apiReference.copy) }}
        />
        <p className={styles['prose']}>
          <ScreenLink to="webhooks" search={{ tab: 'keys' }}>
            {t(($) => $.apiGuide.toKeys)}
          </ScreenLink>
        </p>
      </Section>
      <Section title={t(($) => $.apiGuide.environments)}>
        <p className={styles['prose']}>{t(($) => $.apiGuide.environmentsText)}</p>
      </Section>
      <Section title={t(($) => $.apiGuide.signatures)}>
        <p className={styles['prose']}>{t(($) => $.keys.how)}</p>
        <p className={styles['prose']}>{t(($) => $.apiGuide.signaturesText)}</p>
      </Section>
      <Section title={t(($) => $.apiGuide.idempotency)}>
        <p className={styles['prose']}>{t(($) => $.apiGuide.idempotencyText)}</p>
      </Section>
      <Section title={t(($) => $.apiGuide.errors)}>
        <p className={styles['prose']}>{t(($) => $.apiGuide.errorsText)}</p>
        <CodeBlock code={errorSample} label={t(($) => $.apiGuide.errors)} />
      </Section>
      <Section title={t(($) => $.apiGuide.webhooks)}>
        <p className={styles['prose']}>{t(($) => $.apiGuide.webhooksText)}</p>
        <p className={styles['prose']}>
          <ScreenLink to="webhooks" search={{ tab: 'webhooks' }}>
            {t(($) => $.apiGuide.toWebhooks)}
          </ScreenLink>
        </p>
      </Section>
    </article>
  )
}
