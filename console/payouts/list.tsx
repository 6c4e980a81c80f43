import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits.ts'
import { payoutDeclineReasons } from '#contract/payout-declines.ts'
import { payoutList } from '#contract/payout-list.ts'
import { payoutWaits } from '#contract/payout-states.ts'
import type { PayoutRow } from '#contract/payout-shapes.ts'
import { exportPayouts, listPayouts } from '#contract/payouts.ts'
import { useUser } from '#console/kit/auth/session.ts'
import { NeedsFactor } from '#console/kit/auth/needs-factor.tsx'
import { Day, LeftToRight, Nothing } from '#console/kit/details/values.tsx'
import { channelWord } from '#console/kit/i18n/channel-word.ts'
import { codeWord } from '#console/kit/i18n/words.ts'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { useActingFor } from '#console/kit/routing/acting-for.tsx'
import { Figures } from './figures.tsx'
import { Several } from './several.tsx'
import { accountTail } from './payout-words.ts'

/** The payouts of the merchant, of which several can be verified, approved, rejected or cancelled together; of a master, those of all its merchants. */
export function PayoutList({ tabs }: { tabs: ReactNode }): ReactNode {
  const { t } = useTranslation()
  const across = useUser().is_master_merchant && useActingFor() === ''
  const named = (group: string, values: readonly string[]) =>
    values.map((value) => ({ value, label: codeWord(group, value) }))
  return (
    <ListScreen
      name="managePayouts"
      table="payouts"
      call={listPayouts}
      exports={exportPayouts}
      list={payoutList}
      status="payout"
      rowKey={(payout) => payout.txn_ref}
      to={(payout) => ({ to: 'managePayouts', search: { ref: payout.txn_ref } })}
      above={
        <>
          <NeedsFactor />
          {!across && <Figures />}
          {tabs}
        </>
      }
      cells={{
        to_account_no: (payout) => <LeftToRight>{accountTail(payout.to_account_no)}</LeftToRight>,
        channel_key: ({ channel_key: key }) => <bdi>{channelWord(key, key)}</bdi>,
        arrival_estimate: ({ arrival_estimate: day }) => (day ? <Day of={day} /> : <Nothing />),
        ...step('is_verified'),
        ...step('is_approved'),
      }}
      choosing={
        across
          ? undefined
          : {
              nameOf: (payout) => `${payout.beneficiary_name}, ${payout.merchant_txn_ref}`,
              most: limits.payoutsAtOnceByCode,
              acts: (rows, clear) => <Several payouts={rows} onDone={clear} />,
            }
      }
      choices={{
        waits_for: named('payoutWaits', payoutWaits),
        status_reason: named('payoutDeclineNames', payoutDeclineReasons),
      }}
      create={{ to: 'createPayout', label: t(($) => $.payouts.create), rule: 'payoutMakers' }}
      searchFinds={t(($) => $.payouts.searchFinds)}
      empty={{ title: t(($) => $.payouts.emptyTitle), text: t(($) => $.payouts.emptyText) }}
    />
  )
}

/** Whether a step is taken; nothing while it is not, or is none. */
const step = <Name extends 'is_verified' | 'is_approved'>(name: Name) =>
  ({ [name]: (payout: PayoutRow) => (payout[name] === null ? <Nothing /> : codeWord('yesNo', payout[name] ? 'yes' : 'no')) }) as Record<
    Name,
    (payout: PayoutRow) => ReactNode
  > // prettier-ignore
