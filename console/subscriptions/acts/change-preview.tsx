import { useDebouncedValue } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { previewSubscriptionChange } from '#contract/subscription-changes.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { ChargeLines, Moment } from '#console/kit/details/upcoming.tsx'
import { Amount } from '#console/kit/details/values.tsx'
import { useCalendarWords } from '#console/kit/i18n/calendar.ts'
import { percentWords } from '#console/kit/i18n/names.ts'
import { failureText, useLanguage } from '#console/kit/i18n/words.ts'
import { LinesSkeleton } from '#console/kit/ui/skeletons.tsx'
import styles from '../subscriptions.module.css'
import type { changeBody } from './change-body.ts'

interface ChangePreviewProps {
  subscriptionRef: string
  body: ReturnType<typeof changeBody>
}

/** What a change comes to: old and new amount, each line of the moment, and what follows. */
export function ChangePreview({ subscriptionRef: ref, body: typed }: ChangePreviewProps): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const words = useCalendarWords()
  const [body] = useDebouncedValue(typed, typingMs)
  const preview = useCall(
    previewSubscriptionChange,
    { path: { ref }, body: body ?? {} },
    { enabled: body !== null, keepPrevious: true },
  )
  if (!body) return <p className={styles['hint']}>{t(($) => $.subscriptions.previewChange)}</p>
  if (preview.error) return <p role="alert">{failureText(preview.error)}</p>
  if (!preview.data) return <LinesSkeleton lines={4} />
  const of = preview.data
  const sum = (value: number) => <Amount value={value} currency={of.currency} />
  const [next] = of.upcoming
  return (
    <div aria-live="polite" aria-busy={preview.isFetching}>
      <div className={styles['sums']}>
        <div>
          <span>{t(($) => $.subscriptions.oldAmount)}</span>
          {sum(of.old_amount)}
        </div>
        <div>
          <span>{t(($) => $.subscriptions.newAmount)}</span>
          {sum(of.new_amount)}
        </div>
        {of.lines.length > 0 && (
          <div>
            <span>
              {of.new_period
                ? t(($) => $.subscriptions.newPeriod)
                : t(($) => $.subscriptions.remaining, {
                    share: percentWords(of.period_seconds > 0 ? of.remaining_seconds / of.period_seconds : 0, language),
                  })}
            </span>
          </div>
        )}
        <ChargeLines lines={of.lines} />
        <div data-total>
          <span>{t(($) => (of.to_credit > 0 ? $.subscriptions.toCredit : $.subscriptions.toPay))}</span>
          {sum(of.to_credit > 0 ? of.to_credit : of.to_pay)}
        </div>
      </div>
      {next && (
        <p className={styles['hint']}>
          {words.rule(of.rule)} · {t(($) => $.subscriptions.nextCharge)} {sum(next.to_pay)}{' '}
          <Moment at={next.at} timeZone={of.rule.time_zone} />
        </p>
      )}
    </div>
  )
}

/** It is asked for when typing pauses. */
const typingMs = 300
