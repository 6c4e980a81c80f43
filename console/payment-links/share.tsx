import { Button, Skeleton } from '@mantine/core'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readPaymentLinkQrCode, type PaymentLink } from '#contract/payment-links.ts'
import { paymentLinkStates } from '#contract/payment-link-states.ts'
import { CopyButton } from '#console/kit/ui/copy-button.tsx'
import { Section } from '#console/kit/details/detail.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import { useCall } from '#console/kit/api/use-call.ts'
import { LeftToRight } from '#console/kit/details/values.tsx'
import styles from '#console/kit/details/share.module.css'

const ShareDialogue = lazy(() => import('./share-dialogue.tsx'))

/** The link's address to copy or open, and its QR code, while it can be paid. */
export function Share({ link, maySend }: { link: PaymentLink; maySend: boolean }): ReactNode {
  const { t } = useTranslation()
  const [sharing, setSharing] = useState(false)
  const payable = !paymentLinkStates.isFinal(link.status)
  const code = useCall(readPaymentLinkQrCode, { path: { ref: link.link_ref } }, { enabled: payable })
  return (
    <Section title={t(($) => $.paymentLinks.share)}>
      <div className={styles['share']}>
        <span className={styles['address']}>
          <LeftToRight>{link.link}</LeftToRight>
        </span>
        <div className={styles['buttons']}>
          <CopyButton text={link.link} label={t(($) => $.paymentLinks.copy)} />
          <Button
            component="a"
            href={link.link}
            target="_blank"
            rel="noopener"
            variant="default"
            leftSection={<Icon name="open" />}
          >
            {t(($) => $.paymentLinks.open)}
          </Button>
          {payable && maySend && (
            <Button variant="default" leftSection={<Icon name="share" />} onClick={() => setSharing(true)}>
              {t(($) => $.share.open)}
            </Button>
          )}
        </div>
        {payable &&
          (code.data ? (
            <img
              className={styles['code']}
              src={code.data.qr_code}
              width={160}
              height={160}
              alt={t(($) => $.paymentLinks.qrCode)}
            />
          ) : (
            !code.error && <Skeleton width={160} height={160} />
          ))}
      </div>
      {sharing && (
        <Suspense>
          <ShareDialogue link={link} onClose={() => setSharing(false)} />
        </Suspense>
      )}
    </Section>
  )
}
