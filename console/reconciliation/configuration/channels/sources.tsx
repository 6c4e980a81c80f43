import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listDataSources, type ReconChannel, type ReconSource } from '#contract/recon-sources.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { Day, LeftToRight, Nothing } from '#console/kit/details/values.tsx'
import { codeWord } from '#console/kit/i18n/words.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { EditSource } from './edit-source.tsx'
import styles from '../configuration.module.css'

/** Every stream of records: the own transactions, settlements, and statements of accounts into which several providers pay. */
export function Sources({ channels }: { channels: readonly ReconChannel[] }): ReactNode {
  const { t } = useTranslation()
  const query = useCall(listDataSources, { query: { environment: environmentOf(useUser()) } })
  const isDenied = useDenied('reconConfiguration') !== null
  const [edited, setEdited] = useState<ReconSource | 'new' | null>(null)
  const nameOf = (key: string) => channels.find((one) => one.payment_channel_key === key)?.name ?? key
  return (
    <Section
      title={t(($) => $.reconConfiguration.sources)}
      end={
        !isDenied && (
          <Button size="xs" variant="default" onClick={() => setEdited('new')}>
            {t(($) => $.reconConfiguration.addSource)}
          </Button>
        )
      }
    >
      <p className={styles['about']}>{t(($) => $.reconConfiguration.sourcesMean)}</p>
      {query.data ? (
        <SmallTable
          rows={query.data.list}
          rowKey={({ data_source: name }) => name}
          nothing={t(($) => $.reconConfiguration.noSources)}
          columns={[
            {
              name: 'data_source',
              kind: 'text',
              cell: (source) =>
                isDenied || source.category === 'PAYMENT_GATEWAY' ? (
                  <LeftToRight>{source.data_source}</LeftToRight>
                ) : (
                  <button type="button" className={styles['asLink']} onClick={() => setEdited(source)}>
                    <LeftToRight>{source.data_source}</LeftToRight>
                  </button>
                ),
            },
            {
              name: 'category',
              kind: 'text',
              place: 'line',
              cell: ({ category }) => codeWord('sourceCategories', category),
            },
            {
              name: 'payment_channel_key',
              kind: 'text',
              place: 'more',
              cell: ({ payment_channel_key: key }) => (key ? <bdi>{nameOf(key)}</bdi> : <Nothing />),
            },
            {
              name: 'currency',
              kind: 'text',
              place: 'more',
              cell: ({ currency }) => (currency ? <LeftToRight>{currency}</LeftToRight> : <Nothing />),
            },
            {
              name: 'days_covered',
              kind: 'text',
              place: 'more',
              cell: ({ from, to }) =>
                from && to ? (
                  <span>
                    <Day of={from} /> – <Day of={to} />
                  </span>
                ) : (
                  <Nothing />
                ),
            },
          ]}
        />
      ) : (
        <Unanswered query={query} lines={4} />
      )}
      {edited && (
        <EditSource source={edited === 'new' ? null : edited} channels={channels} onClose={() => setEdited(null)} />
      )}
    </Section>
  )
}
