import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { Notice } from '#console/kit/ui/notice.tsx'
import { useOffered, type Market } from '#console/kit/form/offered.ts'
import { useHasChannel } from './use-has-channel.ts'

/** Says that a link of this currency, country and amount cannot be paid, and why; nothing while it can. */
export function Unpayable({ amount = '', ...asked }: Omit<Market, 'environment'>): ReactNode {
  const { t } = useTranslation()
  const market = { ...asked, environment: environmentOf(useUser()) }
  const offered = useOffered({ ...market, amount })
  const ofAnyAmount = useOffered(market)
  const hasChannel = useHasChannel()
  if (offered?.length !== 0 || hasChannel === undefined) return null
  const isAmount = ofAnyAmount !== undefined && ofAnyAmount.length > 0
  return (
    <Notice title={t(($) => $.unpayable.title)}>
      <p>
        {hasChannel ? (
          t(($) => $.unpayable[isAmount ? 'amount' : 'market'], { currency: market.currency })
        ) : (
          <NotConnected />
        )}
      </p>
    </Notice>
  )
}

/** Says above the list that none of its links can be paid. */
export default function NoChannel(): ReactNode {
  const { t } = useTranslation()
  return (
    <Notice title={t(($) => $.unpayable.list)}>
      <p>
        <NotConnected />
      </p>
    </Notice>
  )
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
