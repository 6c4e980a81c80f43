import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PayoutDetails } from '#contract/payout-shapes.ts'
import { readPayout } from '#contract/payouts.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import detail from '#console/kit/details/detail.module.css'
import { Section, Timeline } from '#console/kit/details/detail.tsx'
import { History } from '#console/kit/details/history.tsx'
import { Missing } from '#console/kit/details/missing.tsx'
import { ObjectHead, Who } from '#console/kit/details/object-head.tsx'
import { Postings } from '#console/kit/details/postings.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { Amount, LeftToRight, Reference, Time } from '#console/kit/details/values.tsx'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { useOpenActs } from '#console/kit/shell/open-acts.ts'
import { AccountFacts, MoneyFacts, PeopleFacts, TextFacts } from './facts.tsx'
import { NeedsFactor } from '#console/kit/auth/needs-factor.tsx'
import { accountTail } from './payout-words.ts'
import { usePayoutActs } from './payout-acts.tsx'
import { Outcome } from './outcome.tsx'
import { Waiting } from './waiting.tsx'

/** One payout: what and to whom, why it waits and who can end that, then its money, its people and its records. */
export default function Payout({ txnRef: ref }: { txnRef: string }): ReactNode {
  const environment = environmentOf(useUser())
  const payout = useCall(readPayout, { path: { ref }, body: { environment } })
  if (payout.data) return <Details payout={payout.data} />
  return (
    <Screen name="managePayouts" back="managePayouts">
      <Unanswered query={payout} lines={10} missing={<Missing what="payout" />} />
    </Screen>
  )
}

function Details({ payout }: { payout: PayoutDetails }): ReactNode {
  const { t } = useTranslation()
  const { acts, dialogue } = usePayoutActs(payout)
  useOpenActs(acts)
  const [first, ...others] = acts.filter(({ id }) => id !== 'copy')
  return (
    <Screen
      name="managePayouts"
      title={t(($) => $.payouts.one)}
      back="managePayouts"
      actions={
        <>
          {others.toReversed().map(({ id, title, run, danger }) => (
            <Button key={id} variant="default" {...(danger ? dangerous : {})} onClick={run}>
              {title}
            </Button>
          ))}
          {first && (
            <Button onClick={first.run} {...(first.danger ? dangerous : {})}>
              {first.title}
            </Button>
          )}
        </>
      }
    >
      <ObjectHead
        amount={<Amount value={payout.amount} currency={payout.currency} />}
        state={<Status of="payout" state={payout.status} />}
        facts={[
          { name: 'beneficiary', fact: <Who>{payout.beneficiary_name}</Who> },
          {
            name: 'account',
            fact: (
              <>
                <bdi>{payout.bank_name}</bdi> <LeftToRight>{accountTail(payout.to_account_no)}</LeftToRight>
              </>
            ),
          },
          { name: 'reference', fact: <Reference>{payout.merchant_txn_ref}</Reference> },
          { name: 'time', fact: <Time at={payout.created_at} zoned /> },
        ]}
      />
      <NeedsFactor />
      <Outcome payout={payout} />
      <div className={detail['page']}>
        <div className={detail['main']}>
          <Waiting payout={payout} />
          <Section title={t(($) => $.payouts.money)}>
            <MoneyFacts payout={payout} />
          </Section>
          <Section title={t(($) => $.payouts.account)}>
            <AccountFacts payout={payout} />
          </Section>
          <Section title={t(($) => $.payouts.said)}>
            <TextFacts payout={payout} />
          </Section>
        </div>
        <div className={detail['side']}>
          <Section title={t(($) => $.payouts.people)}>
            <PeopleFacts payout={payout} />
          </Section>
          <Section title={t(($) => $.detail.timeline)}>
            <Timeline entries={payout.timeline} reasons="payoutDeclineNames" />
          </Section>
        </div>
        <div className={detail['records']}>
          <Section title={t(($) => $.payments.postings)} folded>
            <Postings postings={payout.postings} />
          </Section>
          <History object="payout" objectRef={payout.txn_ref} />
        </div>
      </div>
      {dialogue}
    </Screen>
  )
}

const dangerous = { variant: 'default', c: 'var(--mantine-color-error)' } as const
