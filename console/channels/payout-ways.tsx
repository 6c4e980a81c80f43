import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Facts, Section } from '#console/kit/details/detail.tsx'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { fewWords, paysFromWord } from './channel-words.ts'
import type { Connected, Entry } from './use-channels.ts'
import { useCountriesWords } from './use-countries-words.ts'

/** What a channel pays out of, and what payouts can be sent to. */
export function PayoutWays({ connection, entry }: { connection: Connected; entry: Entry }): ReactNode {
  const { t } = useTranslation()
  const whereOf = useCountriesWords()
  return (
    <Section title={t(($) => $.payoutChannels.payouts)}>
      <Facts facts={[[t(($) => $.columns.pays_from), paysFromWord(connection.is_va_flow)]]} />
      <SmallTable
        rows={entry.payouts?.rails ?? []}
        rowKey={({ key }) => key}
        nothing={t(($) => $.payoutChannels.nowhere)}
        columns={[
          { name: 'pays_to', kind: 'text', cell: ({ to }) => t(($) => $.payoutChannels.destinations[to]) },
          { name: 'countries', kind: 'text', place: 'line', cell: ({ countries }) => whereOf(countries) },
          {
            name: 'currencies',
            kind: 'text',
            place: 'value',
            cell: ({ currencies }) =>
              currencies.length === 0 ? t(($) => $.payChannels.anyCurrency) : fewWords(currencies, 5),
          },
        ]}
      />
    </Section>
  )
}
