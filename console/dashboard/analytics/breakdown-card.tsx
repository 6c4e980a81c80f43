import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readBreakdown, type Breakdown } from '#contract/breakdowns.ts'
import type { PaymentTrait } from '#contract/payment-traits.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { answerOf, Card } from '#console/kit/charts/card.tsx'
import { LyingBars, type LyingBar } from '#console/kit/charts/rows.tsx'
import { isolatedLtr } from '#console/kit/i18n/bidi.ts'
import { traitWord } from '#console/kit/i18n/trait-words.ts'
import { useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import type { ChartWords } from '../words.ts'
import type { Frame } from './frame.tsx'

interface BreakdownProps extends Frame {
  title: string
  by: PaymentTrait | 'payment_method'
  /** What the bars are long by: the rate of success, or the volume. */
  of: 'success' | 'volume'
  size?: 'row' | 'half' | 'third'
  /** Said under the title. */
  about?: string
}

/** Attempts by one dimension: how many, how many succeeded, how long it took. Each name leads to the list of its attempts. */
export function BreakdownCard({ title, by, of, size = 'half', about, words, asked, list }: BreakdownProps): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const query = useCall(readBreakdown, { body: { ...asked, by: [by] } }, { keepPrevious: true, everyMs: 30_000 })
  const rows = query.data?.rows ?? []
  const name = (value: string) =>
    by === 'payment_method' ? wireWord('methods', value) : traitWord(by, value, language)
  const said = by === 'country' ? query.data && t(($) => $.analytics.countryOf[query.data.country_of]) : about
  const whole = rows.reduce((all, { attempts }) => all + attempts, 0)
  const bars = rows.map((row): LyingBar => {
    const [value = ''] = row.values
    const rate = rateWords(row.success, row, words)
    return {
      key: value,
      name: name(value),
      value: of === 'volume' ? row.volume : (row.success?.rate ?? 0),
      words: of === 'volume' ? words.amount(row.volume) : rate,
      note: [
        t(($) => $.analytics.attemptsAndPaid, {
          attempts: isolatedLtr(words.number(row.attempts)),
          paid: isolatedLtr(words.number(row.paid)),
        }),
        ...(of === 'volume' ? [rate] : intervalWords(row, words)),
        ...(row.seconds_to_pay === null
          ? []
          : [t(($) => $.analytics.toPay, { time: words.duration(row.seconds_to_pay) })]),
      ].join(' · '),
      // What is not known has no filter.
      to: value === '' ? undefined : list({ [by]: value }),
    }
  })
  const table = {
    head: [
      title,
      t(($) => $.analytics.attempts),
      t(($) => $.dashboard.share),
      t(($) => $.analytics.paid),
      t(($) => $.analytics.success),
      t(($) => $.analytics.bankSuccess),
      t(($) => $.dashboard.tiles.volume),
      t(($) => $.analytics.timeToPay),
    ],
    rows: rows.map((row) => ({
      key: row.values.join(),
      cells: [
        name(row.values[0] ?? ''),
        words.number(row.attempts),
        words.percent(row.attempts / whole),
        words.number(row.paid),
        [rateWords(row.success, row, words), ...intervalWords(row, words)].join(' '),
        rateWords(row.bank_success, { ...row, ended: row.ended - row.provider_faults }, words),
        words.amount(row.volume),
        row.seconds_to_pay === null ? '–' : words.duration(row.seconds_to_pay),
      ],
    })),
  }
  return (
    <Card title={title} {...answerOf(query)} table={table} size={size}>
      {said && <p>{said}</p>}
      <LyingBars bars={bars} />
    </Card>
  )
}
/** A rate; the numbers themselves where there are too few for one. */
export const rateWords = (
  rate: { rate: number } | null,
  { paid, ended }: Pick<Breakdown, 'paid' | 'ended'>,
  words: ChartWords,
) => (rate ? words.percent(rate.rate) : `${words.number(paid)} / ${words.number(ended)}`)
/** The interval of a rate, where it is wide enough to say so. */
const intervalWords = ({ success, ended }: Breakdown, words: ChartWords): string[] =>
  success && ended < 1_000 ? [`(${words.percent(success.low)}–${words.percent(success.high)})`] : []
