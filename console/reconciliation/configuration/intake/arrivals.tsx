import { Button } from '@mantine/core'
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
import { FilterChips } from '#console/kit/list/filter-chips.tsx'
import { ListFoot } from '#console/kit/list/list-foot.tsx'
import { Empty, Unanswered } from '#console/kit/list/list-screen.tsx'
import { ListSearch } from '#console/kit/list/list-search.tsx'
import {
  isNarrowed,
  listBody,
  readListState,
  withoutFilters,
  writeListState,
  type ListState,
} from '#console/kit/list/list-state.ts'
import { ListTable } from '#console/kit/list/list-table.tsx'
import list from '#console/kit/list/list.module.css'
import { usePageSize } from '#console/kit/list/use-page-size.ts'
import { useNarrow } from '#console/kit/list/use-room.ts'
import { RowLink } from '#console/kit/list/row-link.tsx'
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
  const [usualSize, rememberSize] = usePageSize()
  const { ref, narrow } = useNarrow()
  const state = readListState(declared, raw, usualSize)
  const go = (next: ListState, { replace = false, size = usualSize } = {}) =>
    void goTo({
      to: 'reconConfiguration',
      search: { tab: 'intake', channel: channelKey, ...writeListState(declared, next, size) } as never,
      replace,
    })
  const change = (next: Partial<ListState>, options = {}) => go({ ...state, cursor: '', ...next }, options)
  const asked = { ...state, filters: { ...state.filters, channel_key: channelKey } }
  const found = useCall(
    listReconArrivals,
    { body: listBody(reconArrivalList, asked, timeZone) } as CallInput<typeof listReconArrivals>,
    { keepPrevious: true },
  )
  const rows = found.data?.content
  const isUnused = rows?.length === 0 && !isNarrowed(state) && !state.cursor
  return (
    <Section title={t(($) => $.reconIntake.arrivals)}>
      {isUnused ? (
        <p className={styles['about']}>{t(($) => $.reconIntake.noArrivals)}</p>
      ) : (
        <>
          <div ref={ref} className={list['tools']}>
            <ListSearch value={state.search} onChange={(search) => change({ search }, { replace: true })} />
            <FilterChips
              list={declared}
              status="reconArrival"
              choices={{}}
              filters={state.filters}
              onChange={(filters) => change({ filters })}
              onClear={() => change({ filters: {}, search: '' })}
            />
          </div>
          {found.error && !found.data ? (
            <Unanswered query={found} lines={6} />
          ) : (
            <div className={list['sheet']} data-card>
              <ListTable
                list={declared}
                columns={columns}
                rows={rows}
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
                      {row.reason && row.state !== 'waiting' && (
                        <small>{codeWord('reconArrivalReasons', row.reason)}</small>
                      )}
                    </span>
                  ),
                  origin: (row: ReconArrival) => <LeftToRight>{row.origin}</LeftToRight>,
                  source: (row: ReconArrival) => <LeftToRight>{row.source}</LeftToRight>,
                  size_bytes: (row: ReconArrival) => fileSize(row.size_bytes, language),
                }}
                state={state}
                narrow={narrow}
                waiting={found.isPlaceholderData}
                onSort={(sort) => change({ sort })}
              />
              {rows?.length === 0 && (
                <Empty title={t(($) => $.list.noMatchTitle)} text={t(($) => $.list.noMatchText)}>
                  <Button variant="default" onClick={() => change({ filters: {}, search: '' })}>
                    {t(($) => $.list.clearAll)}
                  </Button>
                </Empty>
              )}
              <ListFoot
                answer={found.data}
                size={state.size}
                onSize={(size) => {
                  rememberSize(size)
                  go({ ...state, cursor: '', size }, { replace: true, size })
                }}
                onCursor={(cursor) => change({ cursor })}
              />
            </div>
          )}
        </>
      )}
    </Section>
  )
}
