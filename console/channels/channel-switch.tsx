import { Switch } from '@mantine/core'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { switchChannel } from '#contract/channels.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { refreshUser, useUser } from '#console/kit/auth/session.ts'
import { useActingFor } from '#console/kit/routing/acting-for.tsx'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { Confirm } from '#console/kit/ui/confirm.tsx'
import styles from './channels.module.css'
import { useChannelKind } from './pay-type.tsx'
import { isLast, ofChannels, type OwnChannel } from './use-channels.ts'

interface ChannelSwitchProps {
  channel: OwnChannel
  /** All channels of the merchant, among which it may be the last one. */
  own: readonly OwnChannel[]
  /** Its word stands beside it, where no column names it. */
  labelled?: boolean
}

/** The switch of a channel. Before it goes off, it says what ends with it. */
export function ChannelSwitch({ channel, own, labelled = false }: ChannelSwitchProps): ReactNode {
  const { t } = useTranslation()
  const { rule, payType } = useChannelKind()
  const may = useDenied(rule) === null
  const { key, name, is_enabled: enabled, is_lent: lent, credentials_state: state } = channel
  const { act, pending } = useAction(switchChannel, { refreshes: ofChannels })
  const [wanted, setWanted] = useState<boolean | null>(null)
  const [asking, setAsking] = useState(false)
  useEffect(() => setWanted(null), [enabled])
  const change = async (on: boolean) => {
    setWanted(on)
    const outcome = await act({ path: { channel: key }, body: { is_enabled: on } })
    setAsking(false)
    if (!outcome.ok) return setWanted(null)
    // The first channel opens what a merchant without any cannot have, and the last one closes it.
    void refreshUser()
  }
  return (
    <>
      <Switch
        {...(labelled
          ? { label: t(($) => $.payChannels.enabled) }
          : { 'aria-label': t(($) => $.payChannels.switch, { name }) })}
        checked={wanted ?? enabled}
        disabled={pending || !may || lent || state === 'missing'}
        onChange={(event) => (event.currentTarget.checked ? void change(true) : setAsking(true))}
      />
      {asking && (
        <Confirm
          title={
            isLast(channel, own)
              ? t(($) => $.payChannels.lastTitle)
              : t(($) => $.payChannels.disableTitle, { name: isolated(name) })
          }
          confirm={t(($) => $.payChannels.disable)}
          keep={t(($) => $.payChannels.keep)}
          danger
          pending={pending}
          onConfirm={() => void change(false)}
          onClose={() => setAsking(false)}
        >
          {isLast(channel, own) ? (
            <WhatCloses name={name} />
          ) : (
            <p>{t(($) => (payType === 'PAYIN' ? $.payChannels.disableText : $.payoutChannels.disableText))}</p>
          )}
        </Confirm>
      )}
    </>
  )
}

function WhatCloses({ name }: { name: string }): ReactNode {
  const { t } = useTranslation()
  return (
    <div className={styles['closes']}>
      <p>{t(($) => $.payChannels.lastText, { name: isolated(name) })}</p>
      <ul>
        <Closing />
      </ul>
      <p>{t(($) => $.payChannels.stays)}</p>
    </div>
  )
}

/** What ends with the last channel. */
export function Closing(): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const live = user.is_live_mode
  const acting = useActingFor()
  return (
    <>
      <li>{t(($) => (live ? $.payChannels.closes.links : $.payChannels.closes.testLinks))}</li>
      {live && <li>{t(($) => $.payChannels.closes.live)}</li>}
      {live && user.is_master_merchant && acting === '' && <li>{t(($) => $.payChannels.closes.merchants)}</li>}
    </>
  )
}
