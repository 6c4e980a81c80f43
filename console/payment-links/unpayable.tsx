import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listPayChannels } from '#contract/merchants.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import { useOffered, type Market } from './offered.ts'
import styles from './unpayable.module.css'

/** Says that a link of this currency and country cannot be paid, and why; nothing while it can. */
export function Unpayable(market: Market): ReactNode {
  const { t } = useTranslation()
  const offered = useOffered(market)
  const hasChannel = useHasChannel()
  if (offered?.length !== 0 || hasChannel === undefined) return null
  return (
    <Warning title={t(($) => $.unpayable.title)}>
      {hasChannel ? t(($) => $.unpayable.market, { currency: market.currency }) : <NotConnected />}
    </Warning>
  )
}

/** Says above the list that none of its links can be paid; nothing while a channel is connected. */
export default function NoChannel(): ReactNode {
  const { t } = useTranslation()
  if (useHasChannel() !== false) return null
  return (
    <Warning title={t(($) => $.unpayable.list)}>
      <NotConnected />
    </Warning>
  )
}

function useHasChannel(): boolean | undefined {
  const environment = environmentOf(useUser())
  return useCall(listPayChannels, { query: { environment } }).data?.some(({ is_enabled }) => is_enabled)
}

function NotConnected(): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const denied = useDenied('paymentChannels')
  return (
    <>
      {t(($) => $.unpayable[environment])}{' '}
      {denied === null ? (
        <ScreenLink to="paymentChannels" search={{}}>
          {t(($) => $.unpayable.connect)}
        </ScreenLink>
      ) : denied === 'role' ? (
        t(($) => $.unpayable.askAdministrator)
      ) : (
        <ScreenLink to="support" search={{}}>
          {t(($) => $.unpayable.contact)}
        </ScreenLink>
      )}
    </>
  )
}

function Warning({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <div className={styles['warning']} role="status">
      <Icon name="warning" />
      <div>
        <strong>{title}</strong>
        <p>{children}</p>
      </div>
    </div>
  )
}
