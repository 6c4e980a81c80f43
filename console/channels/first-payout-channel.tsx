import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Empty } from '#console/kit/list/unanswered.tsx'
import { ButtonLink } from '#console/kit/routing/screen-link.tsx'
import { Offered } from '#console/kit/routing/why-not.tsx'

/** What a channel for payouts is, while none is connected. */
export function FirstPayoutChannel(): ReactNode {
  const { t } = useTranslation()
  return (
    <Empty title={t(($) => $.payoutChannels.emptyTitle)} text={t(($) => $.payoutChannels.emptyText)}>
      <Offered rule="payoutChannels">
        <ButtonLink to="payoutChannels" search={{ tab: 'not-set-up' }}>
          {t(($) => $.payChannels.connectChannel)}
        </ButtonLink>
      </Offered>
    </Empty>
  )
}
