import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { removeChannel } from '#contract/channel-removal.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { refreshUser } from '#console/kit/auth/session.ts'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { useGo } from '#console/kit/routing/screen-link.tsx'
import { Offered } from '#console/kit/routing/why-not.tsx'
import { Confirm } from '#console/kit/ui/confirm.tsx'
import { Closing } from './channel-switch.tsx'
import styles from './channels.module.css'
import { useChannelKind } from './pay-type.tsx'
import { isLast, ofChannels, type Connected, type Entry, type OwnChannel } from './use-channels.ts'

interface RemoveChannelProps {
  connection: Connected
  entry: Entry
  /** All channels of the merchant, among which it may be the last one. */
  own: readonly OwnChannel[]
}

/** The button that removes a channel. Before it does, it says what becomes of payments, refunds and credentials. */
export function RemoveChannel({ connection, entry, own }: RemoveChannelProps): ReactNode {
  const { t } = useTranslation()
  const go = useGo()
  const { rule, list } = useChannelKind()
  const [isAsking, setAsking] = useState(false)
  const { act, pending } = useAction(removeChannel, { refreshes: ofChannels })
  const { key, name, is_enabled: isEnabled } = connection
  const reconciles = entry.type === 'External'
  const remove = async () => {
    const outcome = await act({ path: { channelKey: key }, body: {} })
    setAsking(false)
    if (!outcome.ok) return
    void refreshUser()
    void go({ to: list, search: reconciles ? { tab: 'reconciliation' } : {}, replace: true })
  }
  const isLastOne = isEnabled && isLast(connection, own)
  const provider = isolated(entry.name)
  const consequences = reconciles
    ? [t(($) => $.channelRemoval.files)]
    : [
        t(($) => $.channelRemoval.payments),
        t(($) => (entry.credentials.length > 0 ? $.channelRemoval.refunds : $.channelRemoval.refundsOnly)),
        ...(entry.callbacks === 'registered' ? [t(($) => $.channelRemoval.registered, { provider })] : []),
        ...(entry.callbacks === 'copied' ? [t(($) => $.channelRemoval.copied, { provider })] : []),
      ]
  return (
    <>
      <Offered rule={rule}>
        <Button variant="default" onClick={() => setAsking(true)}>
          {t(($) => $.channelRemoval.open)}
        </Button>
      </Offered>
      {isAsking && (
        <Confirm
          title={t(($) => $.channelRemoval.title, { name: isolated(name) })}
          confirm={t(($) => $.channelRemoval.confirm)}
          danger
          pending={pending}
          onConfirm={() => void remove()}
          onClose={() => setAsking(false)}
        >
          <div className={styles['closes']}>
            {isLastOne && <p>{t(($) => $.channelRemoval.last, { name: isolated(name) })}</p>}
            <ul>
              {isLastOne && <Closing />}
              {consequences.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
            <p>{t(($) => $.channelRemoval.anew)}</p>
          </div>
        </Confirm>
      )}
    </>
  )
}
