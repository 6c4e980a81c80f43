import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { summariseReconByProvider } from '#contract/recon-summaries.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { Nothing } from '#console/kit/details/values.tsx'
import { channelWord } from '#console/kit/i18n/channel-word.ts'
import { numberText } from '#console/kit/i18n/names.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import type { RawSearch } from '#console/kit/routing/screen-link.tsx'
import { ExactNumber } from '#console/kit/details/exact-amount.tsx'
import { useAsked } from './use-asked.ts'

const amounts = ['trans', 'refund', 'miss_match', 'tolerance', 'settlement', 'unSettlement', 'fee_deduction'] as const

/** The sums of the days by provider and currency: payments less refunds, with what differs, are what is settled and what is not. */
export function Totals({ search }: { search: RawSearch }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const { asked } = useAsked(search, { leg: 'settlement' })
  const { environment, from, to, by, currency } = asked
  const sums = useCall(
    summariseReconByProvider,
    { body: { environment, from, to, by, ...(currency?.[0] && { currency: currency[0] }) } },
    { keepPrevious: true },
  )
  if (sums.data?.length === 0) return null
  if (!sums.data)
    return (
      <Section title={t(($) => $.reconDashboard.byProvider)}>
        <Unanswered query={sums} lines={3} />
      </Section>
    )
  return (
    <Section title={t(($) => $.reconDashboard.byProvider)}>
      <SmallTable
        rows={sums.data}
        rowKey={({ key, currency: of }) => `${key} ${of}`}
        nothing=""
        columns={[
          { name: 'key', title: t(($) => $.reconSummaryColumns.key), kind: 'text', place: 'head', cell: ({ key, currency: of }) => <bdi>{channelWord(key, key)} · {of}</bdi> },
          { name: 'count', title: t(($) => $.reconSummaryColumns.count), kind: 'number', place: 'value', cell: ({ count }) => numberText(count, language) },
          ...amounts.map((name) => ({
            name,
            title: t(($) => $.reconSummaryColumns[name]),
            kind: 'number' as const,
            place: 'more' as const,
            cell: (row: NonNullable<typeof sums.data>[number]) => (row[name] === '0' ? <Nothing /> : <ExactNumber value={row[name]} currency={row.currency} />),
          })),
        ]}
      />
    </Section>
  )
} // prettier-ignore
