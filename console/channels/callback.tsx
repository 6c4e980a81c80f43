import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Section } from '#console/kit/details/detail.tsx'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { CopyButton } from '#console/kit/ui/copy-button.tsx'
import styles from './channels.module.css'
import { useChannelKind } from './pay-type.tsx'
import type { Connected, Entry } from './use-channels.ts'

const steps = ['open', 'enter', 'test'] as const

/** The address at which the provider tells of payments or payouts: registered by us, or to be entered there by a person. */
export function Callback({ connection, entry }: { connection: Connected; entry: Entry }): ReactNode {
  const { t } = useTranslation()
  const { payType } = useChannelKind()
  const isPayin = payType === 'PAYIN'
  const { callback_state: state, callback_url: address } = connection
  const name = isolated(entry.name)
  return (
    <Section title={t(($) => $.payChannels.callback)}>
      {state !== 'none' && (
        <p>
          {t(($) => (isPayin ? $.payChannels.callbackStates[state] : $.payoutChannels.callbackStates[state]), { name })}
        </p>
      )}
      <bdi dir="ltr" className={styles['address']}>
        {address}
      </bdi>
      <CopyButton text={address} label={t(($) => $.payChannels.copyCallback)} />
      {state === 'copy' && (
        <ol className={styles['steps']}>
          {steps.map((step) => (
            <li key={step}>
              {t(($) => (isPayin ? $.payChannels.callbackSteps[step] : $.payoutChannels.callbackSteps[step]), { name })}
            </li>
          ))}
        </ol>
      )}
    </Section>
  )
}
