import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Subscription } from '#contract/subscription-answers.ts'
import { Section } from '#console/kit/details/detail.tsx'
import styles from '#console/kit/details/share.module.css'
import { LeftToRight } from '#console/kit/details/values.tsx'
import { CopyButton } from '#console/kit/ui/copy-button.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'

/** The link by which the customer sets the subscription up, while that is to be done. */
export function Share({ subscription: { status, link } }: { subscription: Subscription }): ReactNode {
  const { t } = useTranslation()
  if (status !== 'created') return null
  return (
    <Section title={t(($) => $.subscriptions.setUpLink)}>
      <div className={styles['share']}>
        <span className={styles['address']}>
          <LeftToRight>{link}</LeftToRight>
        </span>
        <div className={styles['buttons']}>
          <CopyButton text={link} label={t(($) => $.subscriptions.acts.copy)} />
          <Button
            component="a"
            href={link}
            target="_blank"
            rel="noopener"
            variant="default"
            leftSection={<Icon name="open" />}
          >
            {t(($) => $.paymentLinks.open)}
          </Button>
        </div>
      </div>
    </Section>
  )
}
