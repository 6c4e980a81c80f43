import type { UseFormReturnType } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { previewPrice } from '#contract/prices.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { UpcomingList } from '#console/kit/details/upcoming.tsx'
import { Section } from '#console/kit/details/detail.tsx'
import { MomentInput } from '#console/kit/form/moment-input.tsx'
import { useCalendarWords } from '#console/kit/i18n/calendar.ts'
import { isolatedLtr } from '#console/kit/i18n/bidi.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { useTimeZone } from '#console/kit/routing/acting-for.tsx'
import { previewBody, type PriceValues } from './price-form.ts'
import styles from './prices.module.css'

/** When what is typed would charge: the rule in words and the first twelve moments, by the server's calendar. */
export function Preview({ form }: { form: UseFormReturnType<PriceValues> }): ReactNode {
  const { t } = useTranslation()
  const timeZone = useTimeZone()
  const isOnDemand = form.values.plan_type === 'ONDEMAND'
  return (
    <Section title={t(($) => $.prices.preview)}>
      {isOnDemand ? (
        <p className={styles['hint']}>{t(($) => $.prices.previewOnDemand)}</p>
      ) : (
        <>
          <MomentInput
            label={t(($) => $.prices.from)}
            description={t(($) => $.prices.fromHint, { zone: isolatedLtr(timeZone) })}
            timeZone={timeZone}
            {...form.getInputProps('from')}
          />
          <Dates values={form.values} />
        </>
      )}
    </Section>
  )
}

function Dates({ values }: { values: PriceValues }): ReactNode {
  const { t } = useTranslation()
  const words = useCalendarWords()
  const [typed] = useDebouncedValue(values, typingMs)
  const body = previewBody(typed)
  // What is typed may make no rhythm for a moment; then what was shown before stays.
  const last = useRef(body)
  last.current = body ?? last.current
  const { data, isFetching, ...query } = useCall(
    previewPrice,
    { body: last.current ?? { currency: values.currency, frequency: 1 } },
    { enabled: last.current !== null, keepPrevious: true },
  )
  if (!last.current) return <p className={styles['hint']}>{t(($) => $.prices.previewNeeds)}</p>
  if (!data) return <Unanswered query={query} lines={12} />
  return (
    <div aria-busy={isFetching}>
      <p className={styles['rule']} aria-live="polite">
        {words.rule(data.rule)}
      </p>
      <UpcomingList
        charges={data.upcoming}
        timeZone={data.rule.time_zone}
        withoutAmounts={data.upcoming[0]?.amount === 0}
      />
    </div>
  )
}

/** The dates are asked for when typing pauses. */
const typingMs = 300
