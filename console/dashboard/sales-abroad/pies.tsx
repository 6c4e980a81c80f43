import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Currency } from '#contract/kit/money.ts'
import { salesGroups } from '#contract/remittance-dashboard.ts'
import { countryName } from '#console/kit/i18n/names.ts'
import { useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import { answerOf, Card } from '#console/kit/charts/card.tsx'
import { Donut } from '../donut.tsx'
import { toned } from '../toned.ts'
import type { ChartProps } from '../chart.ts'
import type { SalesAbroad } from './use-sales-abroad.ts'

type PiesProps = { pies: SalesAbroad['pies']; currency: Currency } & Pick<ChartProps, 'words' | 'list'>

/** What was sold by method, by country and by source currency. */
export function Pies({ pies, currency, words, list }: PiesProps): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const unknown = t(($) => $.remittances.dashboard.unknown)
  const of = {
    payment_methods: { filter: 'payment_method', name: (key: string) => wireWord('methods', key) },
    countries: { filter: 'country', name: (key: string) => countryName(key, language) },
    source_currencies: { filter: 'currency', name: (key: string) => key },
  }
  return salesGroups.map((group) => {
    const query = pies[group]
    const amounts = (query.data?.slices ?? []).map(({ key, volume }) => ({
      key,
      name: key === '' ? unknown : of[group].name(key),
      value: volume,
      to: key === '' ? undefined : list({ status: 'Success', [of[group].filter]: key }),
    }))
    const slices = toned(amounts, t(($) => $.dashboard.other), words)
    const title = t(($) => $.remittances.dashboard.pies[group])
    const table = {
      head: [title, t(($) => $.dashboard.amount), t(($) => $.dashboard.share)],
      rows: slices.map(({ key, name, words: amount, share }) => ({
        key,
        cells: [name, amount, share === null ? '–' : words.percent(share)],
      })),
    }
    const total = words.sum(slices.map(({ value }) => value))
    return (
      <Card key={group} title={title} {...answerOf(query)} table={table} size="third">
        <Donut
          name={title}
          slices={slices}
          total={{ words: words.brief(total), unit: currency }}
          noData={t(($) => $.dashboard.noData)}
          percent={words.percent}
        />
      </Card>
    )
  })
} // prettier-ignore
