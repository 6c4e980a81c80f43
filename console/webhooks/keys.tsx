import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { revealSecret } from '#contract/merchants.ts'
import { createPaymentLink } from '#contract/payment-links.ts'
import { signedNames } from '#contract/signed-names.ts'
import { CopyButton } from '#console/kit/ui/copy-button.tsx'
import { Section } from '#console/kit/details/detail.tsx'
import { History } from '#console/kit/details/history.tsx'
import { Offered } from '#console/kit/routing/why-not.tsx'
import { useUser } from '#console/kit/auth/session.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { LeftToRight } from '#console/kit/details/values.tsx'
import styles from './webhooks.module.css'

/** The merchant's key and secret. A revealed secret is shown until the tab is left. */
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

function Secret(): ReactNode {
  const { t } = useTranslation()
  const { act, pending } = useAction(revealSecret)
  const [secret, setSecret] = useState('')
  const reveal = async () => {
    const outcome = await act({})
    if (outcome.ok) setSecret(outcome.answer.iamportSecret)
  }
  return (
    <>
      <div className={styles['secret']}>
        <bdi dir="ltr" className={styles['value']}>
          {secret || '*'.repeat(16)}
        </bdi>
        {secret ? (
          <>
            <CopyButton text={secret} label={t(($) => $.keys.copySecret)} />
            <Button variant="default" onClick={() => setSecret('')}>
              {t(($) => $.keys.hide)}
            </Button>
          </>
        ) : (
          <Offered rule="webhooks">
            <Button variant="default" loading={pending} onClick={() => void reveal()}>
              {t(($) => $.keys.reveal)}
            </Button>
          </Offered>
        )}
      </div>
      <p className={styles['note']} role="status">
        {secret && t(($) => $.keys.shown)}
      </p>
    </>
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
