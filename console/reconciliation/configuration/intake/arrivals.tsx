import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listReconArrivals, reconArrivalList, type ReconArrival } from '#contract/recon-intake.ts'
import type { Column } from '#contract/kit/columns.ts'
import type { CallInput } from '#console/kit/api/send-call.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { useUser } from '#console/kit/auth/session.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { LeftToRight } from '#console/kit/details/values.tsx'
import { fileSize } from '#console/kit/i18n/file-size.ts'
import { codeWord, useLanguage } from '#console/kit/i18n/words.ts'
import { isNarrowed, listBody, withoutFilters } from '#console/kit/list/list-state.ts'
import { ListWithin } from '#console/kit/list/list-within.tsx'
import { RowLink } from '#console/kit/list/row-link.tsx'
import { useListWithin } from '#console/kit/list/use-list-within.ts'
import { useGo, useScreenSearch, type RawSearch } from '#console/kit/routing/screen-link.tsx'
import styles from './intake.module.css'

/** The list as it is about one channel. */
const declared = withoutFilters(reconArrivalList, ['channel_key'])
const columns = Object.entries<Column>(reconArrivalList.columns).filter(
  ([name, { shown }]) => shown || name === 'size_bytes',
)

/** What came in by SFTP and mail: taken, waiting, refused and why. */
export function Arrivals({ channelKey }: { channelKey: string }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const { time_zone: timeZone } = useUser()
  const { tab: _, channel: __, ...raw } = useScreenSearch('reconConfiguration') as RawSearch
  const goTo = useGo()
  const of = useListWithin(declared, raw, (search, options) =>
    void goTo({ to: 'reconConfiguration', search: { tab: 'intake', channel: channelKey, ...search } as never, ...options }),
  ) // prettier-ignore
  const asked = { ...of.state, filters: { ...of.state.filters, channel_key: channelKey } }
  const found = useCall(
    listReconArrivals,
    { body: listBody(reconArrivalList, asked, timeZone) } as CallInput<typeof listReconArrivals>,
    { keepPrevious: true },
  )
  const isUnused = found.data?.content.length === 0 && !isNarrowed(of.state) && !of.state.cursor
  return (
    <Section title={t(($) => $.reconIntake.arrivals)}>
      {isUnused ? (
        <p className={styles['about']}>{t(($) => $.reconIntake.noArrivals)}</p>
      ) : (
        <ListWithin
          list={declared}
          {...{ columns, of, found }}
          page={found.data}
          rowKey={(row: ReconArrival) => row.arrival_id}
          status="reconArrival"
          cells={{
            name: (row: ReconArrival) => (
              <RowLink to={row.recon_id ? { to: 'reconFile', search: { recon_id: row.recon_id } } : undefined}>
                <bdi>{row.name}</bdi>
              </RowLink>
            ),
            state: (row: ReconArrival) => (
              <span className={styles['stacked']}>
                <Status of="reconArrival" state={row.state} />
                {row.reason && row.state !== 'waiting' && <small>{codeWord('reconArrivalReasons', row.reason)}</small>}
              </span>
            ),
            origin: (row: ReconArrival) => <LeftToRight>{row.origin}</LeftToRight>,
            source: (row: ReconArrival) => <LeftToRight>{row.source}</LeftToRight>,
            size_bytes: (row: ReconArrival) => fileSize(row.size_bytes, language),
          }}
        />
      )}
    </Section>
  )
}
