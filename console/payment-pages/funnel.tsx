import { NativeSelect } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { NumberLink } from '#console/kit/routing/number-link.tsx'
import { kept } from '#contract/kit/kept.ts'
import { dayAfter, type Day } from '#contract/kit/zoned-day.ts'
import { funnelSteps, type FunnelStep } from '#contract/payment-page-states.ts'
import { readPageFunnel, type PaymentPage } from '#contract/payment-pages.ts'
import { dateLocale, displayLocale, languages, type Language } from '#i18n/languages.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { Bars } from '#console/kit/charts/bars.tsx'
import { Card, Table } from '#console/kit/charts/card.tsx'
import { numberText, shareWords } from '#console/kit/i18n/names.ts'
import { useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import { Empty } from '#console/kit/list/unanswered.tsx'
import { useActingFor } from '#console/kit/routing/acting-for.tsx'
import { byDay, byLanguage, sharesOf, sumOf, type FunnelRow, type Steps } from './funnel-figures.ts'
import styles from './payment-pages.module.css'
import { paymentsOf } from './to-payments.ts'

const periods = [30, 90, 365] as const
/** The filters of the payments behind a step; those of the first ones left nothing that could be listed. */
const listed: Partial<Record<FunnelStep, Record<string, string>>> = { attempted: {}, paid: { status: 'Success' } }

/** How many shoppers came how far: in all, by day and by language. */
export function Funnel({ page }: { page: PaymentPage }): ReactNode {
  const { t } = useTranslation()
  const uiLanguage = useLanguage()
  const merchant = useActingFor()
  const [days, setDays] = useState<number>(periods[0])
  const [only, setOnly] = useState('')
  const [step, setStep] = useState<FunnelStep>('opened')
  const last = new Date().toISOString().slice(0, 10)
  const from = dayAfter(last, 1 - days)
  const funnel = useCall(
    readPageFunnel,
    { path: { ref: page.page_ref }, query: { from: `${from} 00:00:00` } },
    { keepPrevious: true },
  )
  const all: readonly FunnelRow[] = funnel.data ?? []
  const rows = only === '' ? all : all.filter(({ language = '' }) => language === only)
  const number = (value: number) => numberText(value, uiLanguage)
  const stepName = (one: FunnelStep) => wireWord('funnelSteps', one)
  const known = byLanguage(all)
  const state = {
    ready: funnel.data !== undefined,
    waiting: funnel.isPlaceholderData,
    error: funnel.data === undefined ? funnel.error : null,
    onRetry: () => void funnel.refetch(),
  }
  const head = funnelSteps.map(stepName)
  const cells = (steps: Steps) => funnelSteps.map((one) => number(steps[one]))
  const perDay = byDay(rows, last, days)
  const inDays = (first: Day, after: Day) => ({ created_at: `${first}T00:00Z..${after}T00:00Z` })
  const payments = (one: FunnelStep, first: Day, after: Day) => {
    const filters = listed[one]
    return filters && paymentsOf(page.page_ref, merchant, { ...filters, ...inDays(first, after) })
  }
  const titles = {
    steps: t(($) => $.paymentPages.funnelSteps),
    days: t(($) => $.paymentPages.funnelDays),
    languages: t(($) => $.paymentPages.funnelLanguages),
  }
  if (funnel.data?.length === 0 && days === periods.at(-1))
    return <Empty title={t(($) => $.paymentPages.unopenedTitle)} text={t(($) => $.paymentPages.unopenedText)} />
  return (
    <>
      <div className={styles['controls']}>
        <NativeSelect
          label={t(($) => $.dashboard.period)}
          value={String(days)}
          onChange={(event) => setDays(Number(event.currentTarget.value))}
          data={periods.map((value) => ({
            value: String(value),
            label: t(($) => $.paymentPages.lastDays, { count: value }),
          }))}
        />
        <NativeSelect
          label={t(($) => $.paymentPages.shoppersLanguage)}
          value={only}
          onChange={(event) => setOnly(event.currentTarget.value)}
          data={[
            { value: '', label: t(($) => $.paymentPages.allLanguages) },
            ...known.map(({ language }) => ({ value: language, label: languageName(language) })),
          ]}
        />
      </div>
      <div className={styles['cards']}>
        <Card
          title={titles.steps}
          {...state}
          size="row"
          table={{
            head: [t(($) => $.paymentPages.step), t(($) => $.paymentPages.shoppers), t(($) => $.paymentPages.ofBefore)],
            rows: sharesOf(sumOf(rows)).map(({ step: one, count, ofBefore }) => ({
              key: one,
              cells: [stepName(one), number(count), ofBefore === null ? '–' : shareWords(ofBefore, uiLanguage)],
            })),
          }}
        >
          <ol className={styles['steps']}>
            {sharesOf(sumOf(rows)).map(({ step: one, count, length, ofBefore }) => {
              const to = only === '' ? payments(one, from, dayAfter(last, 1)) : undefined
              return (
                <li key={one}>
                  <span className={styles['stepName']}>{stepName(one)}</span>
                  <span className={styles['stepBar']} aria-hidden="true">
                    <span style={{ inlineSize: `${100 * length}%` }} data-ink />
                  </span>
                  <span className={styles['stepCount']}>
                    {to ? <NumberLink to={to}>{number(count)}</NumberLink> : number(count)}
                  </span>
                  <span className={styles['under']}>
                    {ofBefore !== null &&
                      t(($) => $.paymentPages.shareOfBefore, { share: shareWords(ofBefore, uiLanguage) })}
                  </span>
                </li>
              )
            })}
          </ol>
          <p className={styles['under']}>{t(($) => $.paymentPages.funnelCounts)}</p>
        </Card>
        <Card
          title={titles.days}
          {...state}
          size="row"
          table={{
            head: [t(($) => $.paymentPages.day), ...head],
            rows: perDay
              .toReversed()
              .map(({ day, ...steps }) => ({ key: day, cells: [dayWords(day, uiLanguage), ...cells(steps)] })),
          }}
        >
          <NativeSelect
            className={styles['pick']}
            aria-label={t(($) => $.paymentPages.step)}
            value={step}
            onChange={(event) => setStep(event.currentTarget.value as FunnelStep)}
            data={funnelSteps.map((value) => ({ value, label: stepName(value) }))}
          />
          <Bars
            name={titles.days}
            points={perDay.map(({ day, ...steps }) => ({
              key: day,
              label: dayLabel(day, uiLanguage),
              title: dayWords(day, uiLanguage),
              parts: [steps[step]],
              to: only === '' ? payments(step, day, dayAfter(day, 1)) : undefined,
            }))}
            series={[{ name: stepName(step), tone: 'first' }]}
            format={number}
            brief={(value) => brief(displayLocale(uiLanguage)).format(value)}
            whole
          />
        </Card>
        {known.length > 0 && (
          <section className={styles['languages']} data-card>
            <h2>{titles.languages}</h2>
            <Table
              label={titles.languages}
              head={[t(($) => $.paymentPages.shoppersLanguage), ...head]}
              rows={known.map(({ language, ...steps }) => ({
                key: language,
                cells: [languageName(language), ...cells(steps)],
              }))}
            />
          </section>
        )}
      </div>
    </>
  )
}

const languageName = (tag: string): string => languages[tag as Language]?.name ?? (tag || '–')
const dayFormat = kept(
  (locale: string, long: boolean) =>
    // Days of the funnel are those of UTC, whatever the zone of the merchant.
    new Intl.DateTimeFormat(locale, {
      timeZone: 'UTC',
      month: 'short',
      day: 'numeric',
      ...(long && { year: 'numeric' }),
    }),
)
const dayWords = (day: Day, language: Language) => dayFormat(dateLocale(language), true).format(new Date(day))
const dayLabel = (day: Day, language: Language) => dayFormat(dateLocale(language), false).format(new Date(day))
const brief = kept((locale: string) => new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }))
