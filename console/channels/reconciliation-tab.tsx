import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Nothing } from '#console/kit/details/values.tsx'
import type { ListState } from '#console/kit/list/list-state.ts'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { Connect, soughtOf } from './catalogue-tab.tsx'
import styles from './channels.module.css'
import { isSought } from './filters.ts'
import { NamedChannel } from './logo.tsx'
import type { Entry, OwnChannel } from './use-channels.ts'
import { useCountriesWords } from './use-countries-words.ts'

interface ReconciliationTabProps {
  own: readonly OwnChannel[]
  catalogue: readonly Entry[]
  state: ListState
}

/** The channels whose settlement files are read and that take no payment. */
export function ReconciliationTab({ own, catalogue, state }: ReconciliationTabProps): ReactNode {
  const { t } = useTranslation()
  const whereOf = useCountriesWords()
  const { channel_type: _, ...filters } = state.filters
  const external = catalogue.filter(({ type }) => type === 'External')
  const shown = external
    .filter((entry) => isSought(soughtOf(entry), { ...state, filters }))
    .toSorted((a, b) => Number(b.is_set_up) - Number(a.is_set_up))
  return (
    <>
      <p className={styles['hint']}>{t(($) => $.payChannels.reconciliationText)}</p>
      <SmallTable
        rows={shown}
        rowKey={({ key }) => key}
        nothing={t(($) => (external.length === 0 ? $.payChannels.noExternal : $.payChannels.noMatch))}
        columns={[
          {
            name: 'name',
            kind: 'text',
            cell: ({ key, name }) => <NamedChannel of={key} name={name} provider={name} />,
          },
          { name: 'countries', kind: 'text', cell: ({ countries }) => whereOf(countries) },
          {
            name: 'connected',
            kind: 'text',
            cell: (entry) => <Connections of={own.filter(({ catalogue_key: key }) => key === entry.key)} />,
          },
          { name: 'connect', kind: 'text', place: 'value', cell: (entry) => <Connect entry={entry} /> },
        ]}
      />
    </>
  )
}

/** Links to the connections of one channel, by their names. */
function Connections({ of }: { of: readonly OwnChannel[] }): ReactNode {
  if (of.length === 0) return <Nothing />
  return of.map(({ key, name }) => (
    <ScreenLink key={key} to="paymentChannel" search={{ channel: key }} className={styles['connection']}>
      <bdi>{name}</bdi>
    </ScreenLink>
  ))
}
