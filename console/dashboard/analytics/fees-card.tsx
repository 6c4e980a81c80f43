import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readFees } from '#contract/fees-and-refunds.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { answerOf, Card } from '#console/kit/charts/card.tsx'
import { LyingBars } from '#console/kit/charts/rows.tsx'
import { isolatedLtr } from '#console/kit/i18n/bidi.ts'
import { channelWord } from '#console/kit/i18n/channel-word.ts'
import { percentWords } from '#console/kit/i18n/names.ts'
import { useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import type { Frame } from './frame.tsx'

/** What payments cost by channel and method, beside the channel's agreed terms. */
export function FeesCard({ asked, words, list }: Frame): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const query = useCall(readFees, { body: asked }, { keepPrevious: true, everyMs: 30_000 })
  const rows = query.data?.fees ?? []
  const title = t(($) => $.analytics.fees)
  type Row = (typeof rows)[number]
  const name = (row: Row) =>
    `${channelWord(row.channel_key, row.payment_channel_name)} · ${wireWord('methods', row.payment_method)}`
  const terms = (row: Row) =>
    row.terms
      ? [
          percentWords(Number(row.terms.percent_fee) / 100, language),
          ...(row.terms.flat_fee > 0 ? [`+ ${words.amount(row.terms.flat_fee)}`] : []),
          ...(row.terms.minimum_fee > 0 ? [`(≥ ${words.amount(row.terms.minimum_fee)})`] : []),
        ].join(' ')
      : '–'
  return (
    <Card
      title={title}
      {...answerOf(query)}
      table={{
        head: [
          title,
          t(($) => $.dashboard.payments),
          t(($) => $.dashboard.tiles.volume),
          t(($) => $.columns.fee),
          t(($) => $.columns.fee_tax),
          t(($) => $.analytics.effective),
          t(($) => $.analytics.agreed),
        ],
        rows: rows.map((row) => ({
          key: `${row.channel_key} ${row.payment_method}`,
          cells: [
            name(row),
            words.number(row.count),
            words.amount(row.volume),
            words.amount(row.fee),
            words.amount(row.fee_tax),
            words.percent(row.effective),
            terms(row),
          ],
        })),
      }}
      size="half"
    >
      <LyingBars
        bars={rows.map((row) => ({
          key: `${row.channel_key} ${row.payment_method}`,
          name: name(row),
          value: row.effective,
          words: words.percent(row.effective),
          note: [
            isolatedLtr(words.amount(row.fee)),
            t(($) => $.analytics.agreedTerms, { terms: isolatedLtr(terms(row)) }),
          ].join(' · '),
          to: list({ status: 'Success', channel_key: row.channel_key, payment_method: row.payment_method }),
        }))}
      />
    </Card>
  )
}
