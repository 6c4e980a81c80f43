import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Subscription } from '#contract/subscription-answers.ts'
import { languages } from '#i18n/languages.ts'
import { Facts, Section } from '#console/kit/details/detail.tsx'
import { Amount, LeftToRight, Reference, Time } from '#console/kit/details/values.tsx'
import { useCalendarWords } from '#console/kit/i18n/calendar.ts'
import { countryName, numberText } from '#console/kit/i18n/names.ts'
import { codeWord, useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import { ClockOf } from '../clocks/clock-of.tsx'

/** What a subscription was made of, and what it came to. */
export function SubscriptionFacts({ subscription: of }: { subscription: Subscription }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const words = useCalendarWords()
  const sum = (value: number | null) => (value === null ? undefined : <Amount value={value} currency={of.currency} />)
  const time = (at: string | null) => (at ? <Time at={at} zoned /> : undefined)
  const text = (value: string) => (value ? <bdi>{value}</bdi> : undefined)
  const address = (value: string) => (value ? <LeftToRight>{value}</LeftToRight> : undefined)
  const isOnDemand = of.subscription_type === 'ONDEMAND'
  return (
    <Section title={t(($) => $.subscriptions.facts)}>
      <Facts
        facts={[
          [wireWord('columns', 'collected_amount'), sum(of.collected_amount)],
          [
            wireWord('columns', 'collected_count'),
            of.recurrance_count === null
              ? numberText(of.collected_count, language)
              : t(($) => $.subscriptions.countOf, {
                  paid: numberText(of.collected_count, language),
                  all: numberText(of.recurrance_count, language),
                }),
          ],
          [t(($) => $.subscriptions.total), sum(of.total_amount)],
          [t(($) => $.subscriptionForm.initialAmount), isOnDemand ? sum(of.initial_amount) : undefined],
          [t(($) => $.subscriptionForm.maxAmount), sum(of.max_amount)],
          ...of.additional_costs.map(({ key, value }) => [key, sum(value)] as const),
          [
            t(($) => $.subscriptionForm.trial),
            of.trial_period && of.trial_frequency !== null
              ? words.span({ frequency: of.trial_frequency, period: of.trial_period })
              : undefined,
          ],
          [t(($) => $.subscriptionForm.startedAt), time(of.started_at)],
          [
            t(($) => $.subscriptionForm.unpaid),
            isOnDemand ? undefined : t(($) => $.subscriptionForm.accumulate[of.allow_accumulate]),
          ],
          [wireWord('columns', 'email'), address(of.email)],
          [wireWord('columns', 'phone'), address(of.phone)],
          [wireWord('columns', 'country'), text(countryName(of.country, language))],
          [t(($) => $.linkForm.language), text(languages[of.language].name)],
          [t(($) => $.subscriptionForm.customerZone), address(of.customer_time_zone)],
          [t(($) => $.settings.timeZone), address(of.time_zone)],
          [wireWord('columns', 'merchant_order_ref'), <Reference key="own">{of.merchant_order_ref}</Reference>],
          [wireWord('columns', 'order_ref'), <Reference key="ref">{of.order_ref}</Reference>],
          [wireWord('columns', 'created_at'), time(of.created_at)],
          [wireWord('columns', 'created_by'), text(of.created_by)],
          [wireWord('columns', 'activated_at'), time(of.activated_at)],
          [wireWord('columns', 'ended_at'), time(of.ended_at)],
          [wireWord('columns', 'end_reason'), of.end_reason ? text(codeWord('endReasons', of.end_reason)) : undefined],
          [
            t(($) => $.subscriptionForm.clock),
            of.test_clock ? <ClockOf key="clock" clockRef={of.test_clock} /> : undefined,
          ],
          [t(($) => $.linkForm.urls.success_url), address(of.success_url)],
          [t(($) => $.linkForm.urls.failure_url), address(of.failure_url)],
          ...of.notes.map(({ key, value }) => [key, text(value)] as const),
        ]}
      />
    </Section>
  )
}
