import { Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits.ts'
import { quotePayout, type PayoutQuote } from '#contract/payouts.ts'
import type { CallInput } from '#console/kit/api/send-call.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { Amount, Day, Reference, Time } from '#console/kit/details/values.tsx'
import { schemaErrors } from '#console/kit/form/schema-errors.ts'
import { withoutBlanks } from '#console/kit/form/use-call-form.ts'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { failureText } from '#console/kit/i18n/words.ts'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { LinesSkeleton } from '#console/kit/ui/skeletons.tsx'
import { Notice } from '#console/kit/ui/notice.tsx'
import styles from '../payouts.module.css'
import type { FormProps } from './form-props.ts'
import { wishOf } from './payout-form.ts'
import { WhoApproves } from './who-approves.tsx'

type Body = CallInput<typeof quotePayout>['body']

/** What the payout costs, when it arrives, what is left on the account, what it may repeat and who lets it go, as it is typed. */
export function Quote({ form, except = '' }: FormProps & { except?: string }): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const [typed] = useDebouncedValue(form.values, typingMs)
  const { virtual_acc_no, beneficiary_uuid = '', account_uuid = '', amount, currency, trigger_time = '', fee_payer } = wishOf(typed)
  const asked = withoutBlanks({
    environment, virtual_acc_no, beneficiary_uuid, account_uuid, amount, currency, trigger_time, fee_payer, 
  }) as Body
  const isWhole = beneficiary_uuid !== '' && schemaErrors(quotePayout.body, asked).length === 0
  // What is typed may be no valid request for a moment; then what was shown before stays.
  const last = useRef<Body | null>(null)
  last.current = isWhole ? asked : last.current
  const quote = useCall(quotePayout, { body: last.current ?? asked }, { enabled: last.current !== null, keepPrevious: true })
  const duplicates = quote.data?.duplicates.filter(({ txn_ref: ref }) => ref !== except) ?? []
  return (
    <Section title={t(($) => $.payoutForm.summary)}>
      {quote.error ? (
        <p role="status">{failureText(quote.error)}</p>
      ) : quote.data ? (
        <div aria-live="polite" aria-busy={quote.isFetching}>
          <Sums of={quote.data} />
          <WhoApproves currency={quote.data.currency} amount={amount ?? 0} />
          {duplicates.length > 0 && <Duplicates of={duplicates} form={form} />}
        </div>
      ) : last.current ? (
        <LinesSkeleton lines={8} />
      ) : (
        <p className={styles['hint']}>{t(($) => $.payoutForm.summaryNeeds)}</p>
      )}
    </Section>
  )
} // prettier-ignore

/** It is asked for when typing pauses. */
const typingMs = 300

function Sums({ of }: { of: PayoutQuote }): ReactNode {
  const { t } = useTranslation()
  const sum = (value: number) => <Amount value={value} currency={of.currency} />
  return (
    <>
      <dl className={styles['lines']}>
        <div>
          <dt>{t(($) => $.payouts.sent)}</dt>
          <dd>{sum(of.sent)}</dd>
        </div>
        <div>
          <dt>{t(($) => $.payoutForm.fee)}</dt>
          <dd>{sum(of.fee + of.fee_tax)}</dd>
        </div>
        <div data-total>
          <dt>{t(($) => $.payouts.total)}</dt>
          <dd>{sum(of.total)}</dd>
        </div>
        <div>
          <dt>{t(($) => $.payoutForm.balanceAfter)}</dt>
          <dd data-bad={of.available_after < 0 || undefined}>{sum(of.available_after)}</dd>
        </div>
        <div>
          <dt>{t(($) => $.payoutForm.leavesAt)}</dt>
          <dd>{of.leaves_at ? <Time at={of.leaves_at} zoned /> : t(($) => $.payoutForm.atOnce)}</dd>
        </div>
        <div>
          <dt>{t(($) => $.payoutForm.arrives)}</dt>
          <dd>{of.arrival_estimate ? <Day of={of.arrival_estimate} /> : t(($) => $.payoutForm.unknown)}</dd>
        </div>
      </dl>
      {of.arrival_calendar && (
        <p className={styles['hint']}>
          {t(($) => $.payoutForm.byCalendar, { calendar: isolated(of.arrival_calendar) })}
        </p>
      )}
      {of.available_after < 0 && <Notice>{t(($) => $.payoutForm.wouldQueue)}</Notice>}
    </>
  )
}

/** What it may repeat; it goes on with a reason that verifier and approver see. */
function Duplicates({ of, form }: FormProps & { of: PayoutQuote['duplicates'] }): ReactNode {
  const { t } = useTranslation()
  return (
    <Notice title={t(($) => $.payoutForm.duplicateTitle)}>
      <ul className={styles['listed']}>
        {of.map(({ txn_ref: ref, merchant_txn_ref: name, created_at: at }) => (
          <li key={ref}>
            <ScreenLink to="managePayouts" search={{ ref }} target="_blank">
              <Reference>{name}</Reference>
            </ScreenLink>
            <Time at={at} />
          </li>
        ))}
      </ul>
      <Textarea
        label={t(($) => $.payouts.duplicateReason)}
        description={t(($) => $.payoutForm.duplicateHint)}
        dir="auto"
        autosize
        maxLength={limits.payoutReasonLength}
        {...form.getInputProps('reason')}
      />
    </Notice>
  )
}
