import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listReconChannels, type ReconChannel } from '#contract/recon-sources.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { LeftToRight, Nothing, Time } from '#console/kit/details/values.tsx'
import { countryName } from '#console/kit/i18n/names.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { SmallTable } from '#console/kit/list/small-table.tsx'
import { ButtonLink, ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { NextStep } from './next-step.tsx'
import { Sources } from './sources.tsx'
import styles from '../configuration.module.css'

/** The channels as reconciliation sees them: those that are set up, those that are not, and those that only reconcile. */
export function ChannelsTab(): ReactNode {
  const { t } = useTranslation()
  const query = useCall(listReconChannels, { query: { environment: environmentOf(useUser()) } })
  if (!query.data) return <Unanswered query={query} lines={8} />
  if (query.data.length === 0) return <NoChannels />
  const own = query.data.filter(({ type }) => type !== 'External')
  const groups = {
    setUp: own.filter(({ is_set_up: isSetUp }) => isSetUp),
    notSetUp: own.filter(({ is_set_up: isSetUp }) => !isSetUp),
    external: query.data.filter(({ type }) => type === 'External'),
  }
  return (
    <>
      {(['setUp', 'notSetUp', 'external'] as const).map((group) => (
        <Section
          key={group}
          title={t(($) => $.reconConfiguration.groups[group])}
          end={
            group === 'external' && (
              <ButtonLink to="paymentChannels" size="xs" variant="default" search={{ tab: 'reconciliation' } as never}>
                {t(($) => $.reconConfiguration.addExternal)}
              </ButtonLink>
            )
          }
        >
          <p className={styles['about']}>{t(($) => $.reconConfiguration.groupsMean[group])}</p>
          <Channels of={groups[group]} nothing={t(($) => $.reconConfiguration.noneOf[group])} />
        </Section>
      ))}
      <Sources channels={query.data} />
    </>
  )
}

function Channels({ of: channels, nothing }: { of: readonly ReconChannel[]; nothing: string }): ReactNode {
  const language = useLanguage()
  const now = new Date().toISOString().slice(0, 19).replace('T', ' ')
  return (
    <SmallTable
      rows={channels}
      rowKey={({ payment_channel_key: key }) => key}
      nothing={nothing}
      columns={[
        {
          name: 'name',
          kind: 'text',
          cell: ({ name, country }) => (
            <span className={styles['name']}>
              <bdi>{name}</bdi>
              {country !== '' && country !== 'GLOBAL' && <small>{countryName(country, language)}</small>}
            </span>
          ),
        },
        {
          name: 'sources',
          kind: 'text',
          place: 'more',
          cell: ({ sources }) =>
            sources.length > 0 ? (
              <span className={styles['name']}>
                {sources.map(({ data_source: source }) => (
                  <LeftToRight key={source}>{source}</LeftToRight>
                ))}
              </span>
            ) : (
              <Nothing />
            ),
        },
        { name: 'last_file', kind: 'text', place: 'more', cell: ({ last_file: file }) => <LastFile file={file} /> },
        {
          name: 'next_expected',
          kind: 'time',
          place: 'more',
          cell: ({ next_expected: next }) => (next === null ? <Nothing /> : <Time at={next} zoned />),
        },
        { name: 'next_step', kind: 'text', place: 'line', cell: (one) => <NextStep channel={one} now={now} /> },
      ]}
    />
  )
}

function LastFile({ file }: { file: ReconChannel['last_file'] }): ReactNode {
  if (!file) return <Nothing />
  return (
    <span className={styles['name']}>
      <ScreenLink to="reconFile" search={{ recon_id: file.recon_id } as never}>
        <bdi>{file.file_name}</bdi>
      </ScreenLink>
      <small>
        <Status of="reconFile" state={file.status} /> · <Time at={file.created_at} />
      </small>
    </span>
  )
}

function NoChannels(): ReactNode {
  const { t } = useTranslation()
  return (
    <Section title={t(($) => $.reconConfiguration.noChannelsTitle)}>
      <p className={styles['about']}>{t(($) => $.reconConfiguration.noChannelsText)}</p>
      <ButtonLink to="paymentChannels" search={{ tab: 'not-set-up' }}>
        {t(($) => $.reconConfiguration.connect)}
      </ButtonLink>
    </Section>
  )
}
