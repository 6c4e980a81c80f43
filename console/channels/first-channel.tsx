import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#console/kit/routing/screen-link.tsx'
import { Offered } from '#console/kit/routing/why-not.tsx'
import styles from './channels.module.css'
import { ImportOffer } from './import-offer.tsx'

const steps = ['connect', 'ways', 'link'] as const

/** The three steps to the first payment, while no channel is connected. */
export function FirstChannel(): ReactNode {
  const { t } = useTranslation()
  return (
    <>
      <section className={styles['first']} data-card>
        <h2>{t(($) => $.payChannels.emptyTitle)}</h2>
        <p>{t(($) => $.payChannels.emptyText)}</p>
        <ol>
          {steps.map((step) => (
            <li key={step}>
              <div>
                <h3>{t(($) => $.payChannels.steps[step].title)}</h3>
                <p>{t(($) => $.payChannels.steps[step].text)}</p>
              </div>
            </li>
          ))}
        </ol>
        <Offered rule="paymentChannels">
          <ButtonLink to="paymentChannels" search={{ tab: 'not-set-up' }}>
            {t(($) => $.payChannels.connectChannel)}
          </ButtonLink>
        </Offered>
      </section>
      <div className={styles['orImport']}>
        <ImportOffer />
      </div>
    </>
  )
}
