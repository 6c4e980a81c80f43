import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Section } from '#console/kit/details/detail.tsx'
import { Amount } from '#console/kit/details/values.tsx'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { percentWords } from '#console/kit/i18n/names.ts'
import styles from './channels.module.css'
import type { Connected } from './use-channels.ts'

/** What the provider keeps of each payment. */
export function Fees({ fees }: { fees: Connected['fees'] }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const percent = (value: string) => percentWords(Number(value) / 100, language)
  return (
    <Section title={t(($) => $.payChannels.fees)}>
      <p className={styles['hint']}>{t(($) => $.payChannels.feesText)}</p>
      <SmallTable
        rows={fees}
        rowKey={({ currency }) => currency}
        nothing=""
        columns={[
          { name: 'currency', kind: 'text', cell: ({ currency }) => currency },
          { name: 'percent_fee', kind: 'text', cell: ({ percent_fee }) => percent(percent_fee) },
          {
            name: 'flat_fee',
            kind: 'amount',
            cell: ({ flat_fee, currency }) => <Amount value={flat_fee} currency={currency} />,
          },
          {
            name: 'minimum_fee',
            kind: 'amount',
            place: 'more',
            cell: ({ minimum_fee, currency }) => <Amount value={minimum_fee} currency={currency} />,
          },
          { name: 'tax_percent', kind: 'text', cell: ({ tax_percent }) => percent(tax_percent) },
        ]}
      />
    </Section>
  )
}
