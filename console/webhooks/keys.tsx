import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { createPaymentLink } from '#contract/payment-links.ts'
import { signedNames } from '#contract/signed-names.ts'
import { CopyButton } from '#console/kit/ui/copy-button.tsx'
import { Section } from '#console/kit/details/detail.tsx'
import { History } from '#console/kit/details/history.tsx'
import { useUser } from '#console/kit/auth/session.ts'
import { LeftToRight } from '#console/kit/details/values.tsx'
import { Secret } from './secret.tsx'
import { ServerKeys } from './server-keys.tsx'
import styles from './webhooks.module.css'

/** The merchant's key and secret, and the keys of its servers. A revealed secret is shown until the tab is left. */
export function Keys(): ReactNode {
  const { t } = useTranslation()
  const { iamportKey, merchantUuid } = useUser()
  return (
    <div>
      <Section title={t(($) => $.keys.client)}>
        <p className={styles['prose']}>{t(($) => $.keys.clientText)}</p>
        <div className={styles['secret']}>
          <bdi dir="ltr" className={styles['value']}>
            {iamportKey}
          </bdi>
          <CopyButton text={iamportKey} label={t(($) => $.keys.copyClient)} />
        </div>
      </Section>
      <Section title={t(($) => $.keys.secret)}>
        <p className={styles['prose']}>{t(($) => $.keys.secretText)}</p>
        <Secret />
      </Section>
      <ServerKeys />
      <Section title={t(($) => $.keys.signs)}>
        <p className={styles['prose']}>{t(($) => $.keys.how)}</p>
        <dl className={styles['params']}>
          {signed.map(({ what, names }) => (
            <div key={what}>
              <dt>{t(($) => $.keys.signed[what])}</dt>
              <dd>
                <LeftToRight>{names.toSorted().join(', ')}</LeftToRight>
              </dd>
            </div>
          ))}
        </dl>
      </Section>
      <History object="secret" objectRef={merchantUuid} />
    </div>
  )
}

/** The names that `signature_hash` covers, by object. */
const signed = [
  { what: 'order', names: Object.values(createPaymentLink.signed) },
  { what: 'return', names: signedNames.return },
  { what: 'payment', names: signedNames.payment },
  { what: 'paymentLink', names: signedNames.paymentLink },
  { what: 'refund', names: signedNames.refund },
  { what: 'invoice', names: signedNames.invoice },
  { what: 'confirmation', names: signedNames.confirmation },
  { what: 'onboarding', names: signedNames.onboarding },
  { what: 'channelOnboarding', names: signedNames.channelOnboarding },
] as const
