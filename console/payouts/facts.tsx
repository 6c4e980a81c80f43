import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PayoutDetails } from '#contract/payout-shapes.ts'
import { Facts } from '#console/kit/details/detail.tsx'
import { Amount, CopiedReference, CopiedText, Day, LeftToRight, Reference, Time } from '#console/kit/details/values.tsx'
import { channelWord } from '#console/kit/i18n/channel-word.ts'
import { countryName } from '#console/kit/i18n/names.ts'
import { codeWord, useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import styles from './payouts.module.css'

interface Of {
  payout: PayoutDetails
}

/** What leaves the account, what arrives, and by which way. */
export function MoneyFacts({ payout }: Of): ReactNode {
  const { t } = useTranslation()
  const sum = (value: number) => <Amount value={value} currency={payout.currency} />
  const { pays_again: again, paid_again_by: later } = payout
  return (
    <Facts
      facts={[
        [t(($) => $.payouts.total), sum(payout.total)],
        [t(($) => $.payouts.sent), sum(payout.sent)],
        [wireWord('columns', 'fee'), sum(payout.fee)],
        [wireWord('columns', 'fee_tax'), payout.fee_tax > 0 ? sum(payout.fee_tax) : undefined],
        [wireWord('columns', 'fee_payer'), codeWord('feePayers', payout.fee_payer)],
        [wireWord('columns', 'returned_amount'), payout.returned_amount > 0 ? sum(payout.returned_amount) : undefined],
        [wireWord('columns', 'vaaccount_no'), <CopiedText key="va" copy={t(($) => $.payouts.copy)}>{payout.vaaccount_no}</CopiedText>],
        [wireWord('columns', 'channel_key'), <bdi key="channel">{channelWord(payout.channel_key, payout.channel_key)}</bdi>],
        [wireWord('columns', 'scheduled_time'), payout.scheduled_time && <Time key="scheduled" at={payout.scheduled_time} zoned />],
        [wireWord('columns', 'arrival_estimate'), payout.arrival_estimate && <Day key="arrival" of={payout.arrival_estimate} />],
        [t(($) => $.payouts.attempts), payout.attempts > 0 ? payout.attempts : undefined],
        [t(($) => $.payouts.firstAsked), payout.first_asked_at ? <Time key="asked" at={payout.first_asked_at} zoned exact /> : undefined],
        [wireWord('columns', 'txn_ref'), <CopiedReference key="ref" copy={t(($) => $.payouts.copy)}>{payout.txn_ref}</CopiedReference>],
        [wireWord('columns', 'channel_ref'), payout.channel_ref && <CopiedReference key="channel ref" copy={t(($) => $.payouts.copy)}>{payout.channel_ref}</CopiedReference>],
        [wireWord('columns', 'pays_again'), again ? <OtherPayout key="again" of={again} /> : undefined],
        [t(($) => $.payouts.paidAgainBy), later ? <OtherPayout key="later" of={later} /> : undefined],
      ]}
    />
  )
} // prettier-ignore

const OtherPayout = ({ of }: { of: string }): ReactNode => (
  <ScreenLink to="managePayouts" search={{ ref: of }}>
    <Reference>{of}</Reference>
  </ScreenLink>
)

/** The account as it was when the payout was made or last edited. */
export function AccountFacts({ payout: { account, account_type: type } }: Of): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <Facts
      facts={[
        [t(($) => $.payouts.holder), <bdi key="holder">{account.account_name}</bdi>],
        [wireWord('columns', 'to_account_no'), <CopiedText key="number" copy={t(($) => $.payouts.copy)}>{account.account_no}</CopiedText>],
        [t(($) => $.payouts.accountType), codeWord('accountTypes', type)],
        [wireWord('columns', 'bank_name'), account.bank_name && <bdi key="bank">{account.bank_name}</bdi>],
        [codeWord('accountFields', 'bank_code'), account.bank_code ? <LeftToRight key="code">{account.bank_code}</LeftToRight> : undefined],
        ...Object.entries(account.fields).map(([name, value]) => [codeWord('accountFields', name), <LeftToRight key={name}>{value}</LeftToRight>] as const),
        [wireWord('columns', 'country'), countryName(account.country, language)],
        [t(($) => $.payouts.nameCheck), codeWord('states.nameCheck', account.name_check)],
        [t(($) => $.payouts.nameAtBank), account.name_at_bank ? <bdi key="at bank">{account.name_at_bank}</bdi> : undefined],
        [t(($) => $.payouts.nameReason), account.name_reason ? <bdi key="reason">{account.name_reason}</bdi> : undefined],
        [t(($) => $.payouts.warnings), account.warnings.length > 0 ? account.warnings.map((warning) => codeWord('accountWarnings', warning)).join(' · ') : undefined],
        [t(($) => $.payouts.changed), account.has_changed ? t(($) => $.payouts.changedText) : undefined],
      ]}
    />
  )
} // prettier-ignore

/** Who did what, and when. */
export function PeopleFacts({ payout }: Of): ReactNode {
  const { t } = useTranslation()
  const act = (name: string, at: string | null) =>
    name === '' ? (
      ''
    ) : (
      <>
        <bdi>{name}</bdi>
        {at && (
          <small className={styles['when']}>
            <Time at={at} zoned />
          </small>
        )}
      </>
    )
  return (
    <Facts
      facts={[
        [t(($) => $.payouts.madeBy), act(payout.made_by.join(', ') || payout.created_by, payout.created_at)],
        [t(($) => $.payouts.verifiedBy), act(payout.verified_by, payout.verified_time)],
        [t(($) => $.payouts.approvedBy), act(payout.approved_by, payout.approved_time)],
        [t(($) => $.payouts.endedBy), payout.ended_by ? act(payout.ended_by, null) : undefined],
        [t(($) => $.payouts.endRemark), payout.end_remark ? <bdi key="remark">{payout.end_remark}</bdi> : undefined],
      ]}
    />
  )
}

/** What its maker said of it, and what the beneficiary is told. */
export function TextFacts({ payout }: Of): ReactNode {
  const { t } = useTranslation()
  const told = [
    ...(payout.send_email ? payout.recipient_emails : []),
    ...(payout.send_sms ? [t(($) => $.payouts.bySms)] : []),
  ]
  return (
    <Facts
      facts={[
        [wireWord('columns', 'remarks'), payout.remarks && <bdi key="remarks">{payout.remarks}</bdi>],
        [t(($) => $.payouts.purpose), payout.purpose ? <bdi key="purpose">{payout.purpose}</bdi> : undefined],
        [
          t(($) => $.payouts.duplicateReason),
          payout.duplicate_reason ? <bdi key="duplicate">{payout.duplicate_reason}</bdi> : undefined,
        ],
        [
          t(($) => $.payouts.advice),
          payout.send_email || payout.send_sms ? told.join(', ') || t(($) => $.payouts.byEmail) : '',
        ],
        [t(($) => $.payouts.message), payout.user_message ? <bdi key="message">{payout.user_message}</bdi> : undefined],
      ]}
    />
  )
}
