import { useDebouncedValue } from '@mantine/hooks'
import { useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { previewSubscription } from '#contract/subscriptions.ts'
import type { CallInput } from '#console/kit/api/send-call.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { UpcomingList } from '#console/kit/details/upcoming.tsx'
import { Amount } from '#console/kit/details/values.tsx'
import { schemaErrors } from '#console/kit/form/schema-errors.ts'
import { withoutBlanks } from '#console/kit/form/use-call-form.ts'
import { useCalendarWords } from '#console/kit/i18n/calendar.ts'
import { failureText } from '#console/kit/i18n/words.ts'
import { LinesSkeleton } from '#console/kit/ui/skeletons.tsx'
import styles from '../subscriptions.module.css'
import { askedBody, missingOf, type SubscriptionValues } from './subscription-form.ts'

type Body = CallInput<typeof previewSubscription>['body']

/** What the customer would be charged and when, if they set it up now: the rule in words and the first twelve. */
export function Preview({ values }: { values: SubscriptionValues }): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const [typed] = useDebouncedValue(values, typingMs)
  const asked = { ...withoutBlanks(askedBody(typed)), environment } as Body
  const isWhole = missingOf(typed).length === 0 && schemaErrors(previewSubscription.body, asked).length === 0
  // What is typed may be no valid request for a moment; then what was shown before stays.
  const last = useRef<Body | null>(null)
  last.current = isWhole ? asked : last.current
  const preview = useCall(previewSubscription, { body: last.current ?? asked }, { enabled: last.current !== null, keepPrevious: true })
  return (
    <Section title={t(($) => $.subscriptionForm.preview)}>
      {preview.error ? (
        <p role="status">{failureText(preview.error)}</p>
      ) : preview.data ? (
        <div aria-busy={preview.isFetching}>
          <Shown of={preview.data} />
        </div>
      ) : last.current ? (
        <LinesSkeleton lines={10} />
      ) : (
        <p className={styles['hint']}>{t(($) => $.subscriptionForm.previewNeeds)}</p>
      )}
    </Section>
  )
} // prettier-ignore

function Shown({ of }: { of: NonNullable<ReturnType<typeof useCall<typeof previewSubscription>>['data']> }): ReactNode {
  const { t } = useTranslation()
  const words = useCalendarWords()
  const sum = (value: number) => <Amount value={value} currency={of.currency} />
  return (
    <>
      {of.rule && (
        <p className={styles['rule']} aria-live="polite">
          {words.rule(of.rule)}
        </p>
      )}
      <div className={styles['sums']}>
        <div>
          <span>{t(($) => $.subscriptionForm.dueNow)}</span>
          {sum(of.due_now)}
        </div>
        {of.total_amount !== null && (
          <div>
            <span>{t(($) => $.subscriptions.total)}</span>
            {sum(of.total_amount)}
          </div>
        )}
      </div>
      {of.rule && <UpcomingList charges={of.upcoming} timeZone={of.rule.time_zone} />}
      {!of.rule && <p className={styles['hint']}>{t(($) => $.prices.previewOnDemand)}</p>}
    </>
  )
}

/** It is asked for when typing pauses. */
const typingMs = 350
