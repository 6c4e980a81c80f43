import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { feeClaimList, listFeeClaims } from '#contract/fee-claims.ts'
import { LeftToRight, Nothing } from '#console/kit/details/values.tsx'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { ButtonLink } from '#console/kit/routing/screen-link.tsx'
import { ExactNumber } from '#console/kit/details/exact-amount.tsx'
import { useChannels } from './channels.ts'

/** What providers were asked to give back. */
export function Claims({ tabs }: { tabs: ReactNode }): ReactNode {
  const { t } = useTranslation()
  const { choices, nameOf } = useChannels()
  return (
    <ListScreen
      name="reconFees"
      table="fee-claims"
      call={listFeeClaims}
      list={feeClaimList}
      status="feeClaim"
      keep={['tab']}
      above={tabs}
      rowKey={({ claim_ref }) => claim_ref}
      to={({ claim_ref: claim }) => ({ to: 'reconFees', search: { tab: 'claims', claim } as never })}
      cells={{
        payment_channel_key: ({ payment_channel_key: key }) => <bdi>{nameOf(key)}</bdi>,
        amount: ({ amount, currency }) => <ExactNumber value={amount} currency={currency} />,
        recovered: ({ state, recovered, currency }) =>
          state === 'recovered' ? <ExactNumber value={recovered} currency={currency} /> : <Nothing />,
        sent_to: ({ sent_to: to }) => (to ? <LeftToRight>{to}</LeftToRight> : <Nothing />),
      }}
      choices={{ payment_channel_key: choices }}
      searchFinds={t(($) => $.reconFees.claimsSearch)}
      empty={{
        title: t(($) => $.reconFees.noClaimsTitle),
        text: t(($) => $.reconFees.noClaimsText),
        begin: (
          <ButtonLink to="reconFees" search={{ tab: 'rows', direction: 'over' } as never}>
            {t(($) => $.reconFees.toOvercharges)}
          </ButtonLink>
        ),
      }}
    />
  )
}
