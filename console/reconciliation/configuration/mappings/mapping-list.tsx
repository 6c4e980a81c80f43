import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { FileMapping } from '#contract/recon-mappings.ts'
import type { ReconChannel } from '#contract/recon-sources.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { LeftToRight, Nothing, Time } from '#console/kit/details/values.tsx'
import { codeWord } from '#console/kit/i18n/words.ts'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { ButtonLink, ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { Offered } from '#console/kit/routing/why-not.tsx'
import styles from '../configuration.module.css'

interface MappingListProps {
  mappings: readonly FileMapping[]
  channels: readonly ReconChannel[]
  /** Only those of this one; empty for all. */
  channel: string
}

/** The mappings, each in its newest version. */
export function MappingList({ mappings, channels, channel }: MappingListProps): ReactNode {
  const { t } = useTranslation()
  const shown = mappings.filter((one) => channel === '' || one.payment_channel_key === channel)
  const nameOf = (key: string) => channels.find((one) => one.payment_channel_key === key)?.name ?? key
  return (
    <Section
      title={t(($) => $.reconConfiguration.mappingsTitle)}
      end={
        <Offered rule="reconConfiguration">
          <ButtonLink
            to="reconConfiguration"
            search={{ tab: 'mappings', mapping: 'new', ...(channel && { channel }) } as never}
          >
            {t(($) => $.reconConfiguration.newMapping)}
          </ButtonLink>
        </Offered>
      }
    >
      <p className={styles['about']}>
        {t(($) => $.reconConfiguration.mappingsText)}{' '}
        {channel && (
          <ScreenLink to="reconConfiguration" search={{ tab: 'mappings' } as never}>
            {t(($) => $.reconConfiguration.allMappings)}
          </ScreenLink>
        )}
      </p>
      <SmallTable
        rows={shown}
        rowKey={({ rfm_id: id }) => id}
        to={({ rfm_id: id }) => ({ to: 'reconConfiguration', search: { tab: 'mappings', versions: id } as never })}
        nothing={t(($) => $.reconConfiguration.noMappings)}
        columns={[
          {
            name: 'name',
            kind: 'text',
            cell: ({ display_name: name, is_enabled: isEnabled }) => (
              <span className={styles['name']}>
                <bdi>{name}</bdi>
                {!isEnabled && <small>{t(($) => $.reconConfiguration.off)}</small>}
              </span>
            ),
          },
          {
            name: 'payment_channel_key',
            kind: 'text',
            place: 'line',
            cell: ({ payment_channel_key: key }) => <bdi>{nameOf(key)}</bdi>,
          },
          {
            name: 'file_type',
            kind: 'text',
            place: 'more',
            cell: ({ file_type: type }) => codeWord('reconFileTypes', type),
          },
          {
            name: 'file_prefix',
            kind: 'text',
            place: 'more',
            cell: ({ file_prefix: pattern }) => (pattern ? <LeftToRight>{pattern}</LeftToRight> : <Nothing />),
          },
          {
            name: 'data_source',
            kind: 'text',
            place: 'more',
            cell: ({ data_source: source }) => <LeftToRight>{source}</LeftToRight>,
          },
          { name: 'version', kind: 'number', place: 'more', cell: ({ version }) => version },
          { name: 'created_at', kind: 'time', place: 'more', cell: ({ created_at: at }) => <Time at={at} /> },
        ]}
      />
    </Section>
  )
}
